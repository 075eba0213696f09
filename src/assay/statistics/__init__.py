"""Arithmetic of uncertainty: intervals of 95 % confidence, and means over problems that carry one."""
