"""Linefall: the laboratory of Connect-X."""
