"""From pictures to what stands on each site. Knows no rules.

`finding` says where a board lies, `cold` what stands on one of which nothing else is known, `warm`
reads one whose looks are known, frame after frame; each uses only those before it. What they share
lies beside them: `geometry` and `pose` of the camera, `sampling` of pixels, `mixture` of
likelihoods, `reading` for what was read.
"""
