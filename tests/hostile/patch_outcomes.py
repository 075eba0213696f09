"""What became of each attack of `patch_attacks` when it was first tried."""

SEEN: dict[str, str] = {}
