"""Shows what there is to those who look at the project: no other part of the program uses it.

`demo` referees recorded games (`make demo`), `gallery` draws every state of every game (`make
screenshots`), also with `kept_games`.
"""
