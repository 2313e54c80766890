"""Walls out of options and a seed, for trials and examples."""

from pirqa.survey.generate.wall import GeneratedWall, generate
from pirqa.survey.options import GenerateOptions, Like, Niche, Pattern

__all__ = ["GenerateOptions", "GeneratedWall", "Like", "Niche", "Pattern", "generate"]
