"""The composition root: the only place that knows everybody.

An evening: `evening` from the first menu to the last game, `house` what is around the games,
`wanted` what the command line asked for, `lounge` what is known between games, `menus` their pages,
`agreement` what is agreed before a game, `matching` the next game of a match, `seating` puts one
game together, `notify` tells systemd.

A game: `sitting` joins reader, referee and journal, `moments` hands on what it says, `playing`
shows it in one loop. `director` follows it into the state of the table (`complaint` what was said
to be wrong, `covering` for how long something lies over the board), `compose` (with `scenes`) says
what is to be seen of that. `aside` is what stands in front of the game, `showing` what is shown in
its place, `seeing` the camera picture, `hearing` sound and voice, `drawn_board` a board on the
screen alone.

Helpers: `helping` those of one game together; `searching` joins searches and rules, `advising`
finds hints and `hinting` counts them, `commenting` says what a move was worth, `opponent` plays a
side, `reasons` says why a move is good, `dialogue` is the engine's, `learning` shows the rules.

Devices: `sources` what a reader is called, `faults` why one cannot read, `box` lamps, buttons and
buzzer, `spi` their bus, `resting` when screen and lamps go dark, `doctor` what is amiss.
`simulated_table` and `hardware_table` play whole games by themselves.

`kept` deals with kept games; `showcase` makes pictures of it all.
"""
