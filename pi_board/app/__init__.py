"""The composition root: the only place that knows everybody.

`sitting` joins reader, referee and journal; `sources` and `box` open what the command line and
the configuration name. `playing` shows a sitting on a screen: `director` follows it, `compose`
(with `scenes`) says what is to be seen, `advising` finds hints, `hearing` adds sound and voice.
`keeping`, `resuming`, `replaying` and `reviewing` deal with kept games; `doctor` looks for what is
amiss.
"""
