"""What stands on a board of which nothing is known but where it lies, from one picture.

`read` puts together what measures fitted to the picture (`squares`, `holes`, `rows`, `tiles`) and
small networks (`trained`) say; `chessmen` refuses what are no stones at all. `rings`, `crossings`
and `cover` measure single places; `stones` tells them apart, and so do `teams` by paint and
`likeness` by looks; `completing` and `usual` know how many stones there are, and how they start.
"""
