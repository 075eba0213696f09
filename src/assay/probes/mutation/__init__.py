"""Mutation: small faults put into code on purpose, to see whether its tests notice."""
