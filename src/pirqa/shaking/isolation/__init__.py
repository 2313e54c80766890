"""The wall on a bed of rounded stones beside the same wall fixed."""

from pirqa.shaking.isolation.options import IsolationOptions
from pirqa.shaking.isolation.result import IsolationResult
from pirqa.shaking.isolation.stage import run_isolation

__all__ = ["IsolationOptions", "IsolationResult", "run_isolation"]
