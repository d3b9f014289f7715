"""What is to be seen of the `state` of a table.

`loa`, `linja` (with `linja_rows`) and `connexoh` (with `connexoh_paths`) are what each game adds to
what they share: `common`, and the `frame` of every scene. `calm` is play and waiting, `amiss` a
board that does not show the game, `mending` how it is put right, `ending` a game that is over;
`aloud` says what the picture shows, `cropping` is for small pictures.
"""
