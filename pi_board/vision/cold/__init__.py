"""What stands on a board of which nothing is known but where it lies, from one picture.

`read` puts together what measures fitted to the picture (`squares`, `holes`, `rows`, `tiles`) and
small networks (`trained`) say; `chessmen` refuses what are no stones at all.
"""
