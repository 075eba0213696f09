"""Accuracy over time: windows, trends, drift, alerts, live comparisons."""
