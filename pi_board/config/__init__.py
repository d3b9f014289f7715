"""The one configuration file: `keys` says what may stand in it, `settings` reads and checks it."""
