"""What was played, followed from the journal: the throws of an evening, and its statistics.

`follower` makes of a game's events what there is to tell of it: `throws` its throws, `tally` its figures; all pure
functions of the journal. `fairness` tests the cubes, `figures` puts figures together for people. `store` keeps what
is told of games that are over, `chronicle` follows the journal in a thread of its own and answers.

The journal is the truth: what is kept here can be deleted and is counted anew.
"""
