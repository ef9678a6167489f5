"""Catalogue, prices and orders of a small online shop."""
