"""Stochastic subspace identification: poles of models of all orders, with their uncertainty."""

from pirqa.oma.subspace.identify import identify
from pirqa.oma.subspace.options import Merge, Subspace, SubspaceOptions
from pirqa.oma.subspace.uncertainty import deviations

__all__ = ["Merge", "Subspace", "SubspaceOptions", "deviations", "identify"]
