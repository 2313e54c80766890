"""Access to pygmm, the library of ground-motion models (extra ``hazard``), imported when a model is evaluated."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Mapping
from typing import Any

from pirqa.errors import MissingExtraError

__all__ = ["evaluate"]


def evaluate(name: str, inputs: Mapping[str, Any], *, what: str) -> Any:
    """Return the pygmm model ``name`` evaluated for ``inputs``; ``what`` asks for it, for the message.

    Ranges are checked before, by the model's own row here: pygmm warns of them, and goes on.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its files left open at import, and ranges that were checked
        try:
            pygmm = importlib.import_module("pygmm")
        except ImportError as error:
            raise MissingExtraError(what, "hazard") from error
        return getattr(pygmm, name)(pygmm.Scenario(**inputs))
