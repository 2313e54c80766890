"""Walls out of options and a seed, for trials and examples."""

from pirqa.survey.generate.options import GenerateOptions, Like, Niche, Pattern
from pirqa.survey.generate.wall import GeneratedWall, generate

__all__ = ["GenerateOptions", "GeneratedWall", "Like", "Niche", "Pattern", "generate"]
