"""From a problem to candidates: models are asked, drafts are tried on visible cases, and the best are returned."""
