"""What the limit stage takes from other rooms: the thrust of the fill, and what timber struts bear."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pirqa.codes.e010 import strut_capacity
from pirqa.errors import OptionsError
from pirqa.limit.options import LimitOptions
from pirqa.limit.soil import SoilForce
from pirqa.model.remark import Remark
from pirqa.model.section import Section
from pirqa.model.wall import Wall
from pirqa.statics.options import StaticsOptions
from pirqa.statics.thrust import Loading, backfill_forces

__all__ = ["FillThrust", "timber_remarks", "with_capacities"]


def with_capacities(options: LimitOptions) -> LimitOptions:
    """``options`` with the capacity of each timber strut, by E.010."""
    struts = dict(options.struts)
    for name, strut in options.struts.items():
        if strut.timber is None:
            continue
        timber = strut.timber
        try:
            capacity = strut_capacity(
                diameter=timber.diameter,
                effective_length=timber.effective_length,
                compressive_strength=timber.compressive_strength,
            )
        except OptionsError as error:
            raise OptionsError(f"limit.struts.{name}.timber: {error}") from error
        struts[name] = replace(strut, capacity=capacity, timber=None)
    return replace(options, struts=struts)


def timber_remarks(given: LimitOptions, filled: LimitOptions) -> tuple[Remark, ...]:
    """What the reader must know about capacities that come from timber."""
    return tuple(
        Remark(kind="assumption", key="limit_timber", text=name, amount=filled.struts[name].capacity or 0.0, unit="N")
        for name, strut in given.struts.items()
        if strut.timber is not None
    )


@dataclass(frozen=True, kw_only=True)
class FillThrust:
    """Thrust of ``wall``'s fill after Coulomb, and Mononobe and Okabe in an earthquake (see statics)."""

    wall: Wall
    statics: StaticsOptions

    def __call__(self, station: float, level: float, coefficient: float) -> tuple[SoilForce, ...]:
        """Forces of the fill on the section at ``station`` above ``level``."""
        fill = self.wall.backfill
        if fill is None:
            return ()
        section: Section = replace(self.wall.section(station), joints=(level,))
        loading = Loading(
            theory="mononobe_okabe",  # Coulomb's where the coefficient is 0
            kh=coefficient,
            kv=0.0,
            water=self.statics.water,
            uplift=self.statics.uplift,
        )
        return tuple(
            SoilForce(
                name=force.name,
                outward=float(force.outward),
                down=float(force.down),
                y=float(force.y),
                z=float(force.z),
                mass=force.name == "resting_soil",
            )
            for force in backfill_forces(section, 0, fill, loading)
        )
