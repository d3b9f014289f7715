"""From pictures to what stands on each site. Knows no rules.

`cold` says what stands on a board of which nothing but its place is known, `finding` where one
lies, `warm` reads one whose looks are known, frame after frame; each uses only those before it.
What they share lies beside them: `geometry` and `pose` of the camera (fitted by `least_squares`)
and its `mount`, views of the board cut into sites (`sampling` to read them once, `flat` to read
them often), `mixture` of likelihoods, `arrange` to fit labels to a position, `reading` for what was
read; `labels` and `overlay` tell and draw it. `pictures` come from files, `jpeg` parts their bytes.
"""
