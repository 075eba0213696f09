"""Runs programs we do not trust; nothing else in Assay starts them."""
