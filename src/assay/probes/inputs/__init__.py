"""Inputs for functions: taken from cases, made from types and from each other, and made smaller."""
