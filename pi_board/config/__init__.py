"""The one configuration file: `keys` says what may stand in it, `sections` are its types,
`settings` reads and checks it, `pins` finds pins that are asked for twice, `command` says what to
type.
"""
