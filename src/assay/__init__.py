"""Assay measures code written by models and coding agents."""

__version__ = "0.1.0"
