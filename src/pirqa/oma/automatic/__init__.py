"""Modes out of poles, without a hand."""

from pirqa.oma.automatic.options import AutomaticOptions
from pirqa.oma.automatic.representative import modes_of, with_least_uncertainty
from pirqa.oma.automatic.selection import Cluster, Doubt, Selection, select

__all__ = ["AutomaticOptions", "Cluster", "Doubt", "Selection", "modes_of", "select", "with_least_uncertainty"]
