"""From candidates to a stored, scored run: plan, judge, record, score."""
