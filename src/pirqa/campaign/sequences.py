"""Main shocks with aftershocks in a campaign: one motion each, scaled as a whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pirqa.campaign.campaign_options import CampaignOptions
from pirqa.campaign.motions import CampaignMotion
from pirqa.errors import InputError, OptionsError, did_you_mean
from pirqa.model.ground_motion import Origin
from pirqa.model.plain import canonical_json, to_plain
from pirqa.motion.sequence import SequenceOptions, join_shocks
from pirqa.provenance import digest

__all__ = ["with_sequences"]


def with_sequences(
    motions: Sequence[CampaignMotion], options: CampaignOptions, *, members: Collection[str] = ()
) -> tuple[CampaignMotion, ...]:
    """Return the motions of a campaign with its sequences in place of the shocks that they are made of.

    A shock is no motion of its own any more, and belongs to one sequence only: one earthquake would count twice. All of
    a sequence is scaled by one factor; its intensity measures are those of its strongest shock. ``members`` are names
    of motions of the set, which a sequence cannot take.
    """
    if not options.sequences:
        return tuple(motions)
    if str(options.levels.measure) == "demand":
        raise OptionsError(
            'sequences: levels.measure = "demand" is for the motions of a set, and a sequence is none: give another '
            "measure"
        )
    used: dict[str, str] = {}
    made: list[CampaignMotion] = []
    for name, asked in options.sequences.items():
        if any(name in (item.name, item.record) for item in motions):
            raise OptionsError(f'sequences.{name}: a motion is called "{name}" already; give the sequence another name')
        shocks = [_shock(name, shock, motions, members) for shock in asked.shocks]
        for item in shocks:
            first = used.setdefault(item.record, name)
            if first != name:
                raise OptionsError(
                    f'sequences: record "{item.record}" is a shock of {first} and of {name}: one earthquake would '
                    "count double; leave one of them out"
                )
        made.append(_sequence(name, asked, shocks))
    return (*(item for item in motions if item.record not in used), *made)


def _shock(name: str, shock: str, motions: Sequence[CampaignMotion], members: Collection[str]) -> CampaignMotion:
    found = [item for item in motions if item.name == shock] or [item for item in motions if item.record == shock]
    if not found:
        hint = did_you_mean(shock, [item.name for item in motions])
        raise OptionsError(f'sequences.{name}: no record or signal is called "{shock}"; {hint}')
    if len(found) > 1:
        raise OptionsError(
            f'sequences.{name}: record "{shock}" is several motions; name one of '
            f"{', '.join(item.name for item in found)}"
        )
    if found[0].name in members:
        raise OptionsError(f'sequences.{name}: "{shock}" is a motion of the set; give it as a record instead')
    return found[0]


def _sequence(name: str, asked: SequenceOptions, shocks: Sequence[CampaignMotion]) -> CampaignMotion:
    factors = [factor for _, factor in asked.scaled]
    try:
        joined = join_shocks(
            name,
            [item.motion.scaled(factor) for item, factor in zip(shocks, factors, strict=True)],
            rest=asked.rest,
        )
    except InputError as error:
        raise OptionsError(f"sequences.{name}: {error}") from error
    motion = replace(joined.motion, treatments=())
    strongest, factor = max(zip(shocks, factors, strict=True), key=lambda pair: pair[0].measures["pga"] * pair[1])
    # neither what it is called nor where its files lie has a say in what it does
    content = canonical_json(to_plain(replace(motion, name="", origin=Origin())), indent=None)
    return CampaignMotion(
        name=name,
        record=name,
        component=strongest.component,
        motion=motion,
        digest=digest(content.encode()),
        noise=strongest.noise * factor,
        measures=strongest.measured(factor),
    )
