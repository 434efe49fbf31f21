"""Learners: MaskablePPO by self-play (`train`), its games (`selfplay`) and networks (`networks`), matches (`arena`)."""
