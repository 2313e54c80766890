from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ComputationError, MissingExtraError, ModelError, OptionsError
from pirqa.fem import factorise as factorise_module
from pirqa.fem.build import build, solid
from pirqa.fem.factorise import best_solver, factorise
from pirqa.fem.linear_analysis import find_modes, rest
from pirqa.fem.options import (
    BedOptions,
    Buttress,
    FeMass,
    FeModel,
    FeOptions,
    FePoint,
    FeSpring,
    FeStrut,
    Opening,
    RearWall,
    ResponseOptions,
    ReturnWall,
    Transition,
)
from pirqa.fem.stage import run_fe
from pirqa.fem.structure import Solid, Structure
from pirqa.fem.system import assemble, dissect
from pirqa.model import Envelope, Zone
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.verification.fe import box, box_structure, stepped_wall

SOFT = Solid(youngs_modulus=1e9, poisson_ratio=0.2, density=2000.0)
COARSE = FeOptions(size=1.0)


def frequencies(options: FeOptions, wall=None) -> np.ndarray:
    return find_modes(assemble(build(wall or stepped_wall(), options)), 4).frequency


def test_order_keeps_all_nodes_once_and_parts_them():
    structure = box_structure(box((6.0, 1.0, 4.0), (12, 2, 8)), "plain", SOFT)
    system = assemble(structure)
    assert sorted(system.order.tolist()) == sorted(set(range(len(structure.mesh.nodes))) - set(structure.foot.tolist()))


def test_order_of_a_few_nodes_is_theirs():
    import scipy.sparse as sparse

    assert dissect(np.zeros((4, 3)), sparse.eye_array(4).tocsr(), np.arange(4)).tolist() == [0, 1, 2, 3]


def test_matrices_are_symmetric_and_definite():
    system = assemble(build(stepped_wall(), COARSE))
    matrix = system.stiffness.toarray()
    assert np.abs(matrix - matrix.T).max() < 1e-9 * np.abs(matrix).max()
    assert np.linalg.eigvalsh(matrix).min() > 0.0
    assert np.linalg.eigvalsh(system.node_mass.toarray()).min() > 0.0


def test_modes_are_those_of_a_dense_solver():
    from scipy.linalg import eigh
    from scipy.sparse import kron

    system = assemble(build(stepped_wall(), COARSE))
    mass = kron(system.node_mass, np.eye(3)).toarray()
    squares = eigh(system.stiffness.toarray(), mass, eigvals_only=True, subset_by_index=[0, 5])
    assert find_modes(system, 6).frequency == pytest.approx(np.sqrt(squares) / (2 * np.pi), rel=1e-9)


def test_the_same_input_gives_the_same_bytes():
    one, other = (find_modes(assemble(build(stepped_wall(), COARSE)), 3) for _ in range(2))
    assert one.shape.tobytes() == other.shape.tobytes()


def test_springs_struts_and_beds_change_the_first_frequency_the_right_way():
    alone = frequencies(COARSE)[0]
    propped = frequencies(replace(COARSE, springs={"s": FeSpring(along=3.0, level=4.0, stiffness=118e6)}))[0]
    bedded = frequencies(replace(COARSE, bed=BedOptions(normal=2e8)))[0]
    loaded = frequencies(replace(COARSE, masses={"roof": FeMass(along=3.0, level=5.0, mass=2e4)}))[0]
    assert propped > 1.05 * alone
    assert bedded < 0.95 * alone
    assert loaded < 0.98 * alone


def test_a_hard_bed_is_a_fixed_base():
    hard = frequencies(replace(COARSE, bed=BedOptions(normal=1e15, shear=1e15)))
    assert hard == pytest.approx(frequencies(COARSE), rel=1e-4)


def test_two_walls_without_struts_are_one_twice():
    alone = frequencies(COARSE)
    pair = frequencies(replace(COARSE, rear_wall=RearWall(gap=1.0)))
    assert pair[:2] == pytest.approx([alone[0], alone[0]], rel=1e-6)


def test_hinged_struts_leave_walls_that_sway_together():
    struts = {"a": FeStrut(along=3.0, level=4.0, diameter=0.1, youngs_modulus=15e9)}
    copy = replace(COARSE, rear_wall=RearWall(gap=1.0, turned=False), struts=struts)
    found = frequencies(copy)
    alone = frequencies(COARSE)
    assert found[0] == pytest.approx(alone[0], rel=1e-4)
    assert found[1] > 1.05 * alone[0]


def test_a_mirrored_wall_weighs_as_much_and_stands_behind():
    structure = build(stepped_wall(), replace(COARSE, rear_wall=RearWall(gap=1.0)))
    system = assemble(structure)
    assert system.total_mass == pytest.approx(2.0 * assemble(build(stepped_wall(), COARSE)).total_mass)
    rear = structure.mesh.bricks[np.char.startswith(np.array(structure.mesh.zones), "rear ")[structure.mesh.zone]]
    assert structure.mesh.nodes[rear][:, :, 1].min() == pytest.approx(1.5 + 1.0)


def test_struts_without_a_second_wall_are_refused():
    with pytest.raises(ModelError, match=r"give \[fe\.rear_wall\]"):
        FeOptions(struts={"a": FeStrut(along=1.0, level=1.0, diameter=0.1, youngs_modulus=1e10)})


@pytest.mark.parametrize(
    ("others", "message"),
    [
        (
            {"springs": {"s": FeSpring(along=9.0, level=4.0, stiffness=1e6)}},
            r'spring "s": there is no wall at 9 m along',
        ),
        ({"openings": {"d": Opening(start=8.0, end=9.0, top=2.0)}}, r"fe\.openings\.d: there is no wall there"),
        ({"openings": {"n": Opening(start=1.0, end=2.0, top=2.0, depth=1.6)}}, "goes through the wall"),
        ({"buttresses": {"b": Buttress(start=7.0, end=8.0, height=1.0, depth=1.0)}}, r'buttress "b": there is no wall'),
        ({"transition": Transition(height=5.0)}, "the band is higher than zone"),
        ({"points": {"p": FePoint(along=1.0, level=9.0)}}, r"fe\.points\.p: there is no wall"),
    ],
)
def test_things_off_the_wall_are_named(others, message):
    with pytest.raises((ModelError, OptionsError), match=message):
        run_fe(stepped_wall(), replace(COARSE, **others))


def test_a_material_without_modulus_is_named():
    wall = stepped_wall()
    bare = {**wall.materials, "rubble": replace(wall.materials["rubble"], youngs_modulus=None)}
    with pytest.raises(ModelError, match=r'materials\.rubble\.youngs_modulus is missing.*zone "upper"'):
        build(replace(wall, materials=bare), COARSE)


def test_a_zone_without_material_is_named():
    mesh = box((1.0, 1.0, 1.0), (1, 1, 1))
    with pytest.raises(ModelError, match='zone "box" has no elastic material'):
        Structure(mesh=mesh, kind="plain", solids={})


def test_a_free_body_has_no_rest():
    system = assemble(box_structure(box((1.0, 1.0, 1.0), (1, 1, 1)), "plain", SOFT, held=False))
    with pytest.raises(ComputationError, match="nothing holds the body"):
        rest(system)


def test_a_part_that_nothing_holds_is_told():
    # the second box floats beside the first
    mesh = box((1.0, 1.0, 1.0), (1, 1, 1))
    from pirqa.fem.mesh import Mesh

    pair = Mesh(
        nodes=np.concatenate([mesh.nodes, mesh.nodes + np.array([3.0, 0.0, 2.0])]),
        bricks=np.concatenate([mesh.bricks, mesh.bricks + 8]),
        zone=np.zeros(2, dtype=np.int64),
        zones=("box",),
    )
    with pytest.raises(ModelError, match=r"nothing holds 1 of 2 bricks \(numbers 2; the first at \(3\.5"):
        assemble(box_structure(pair, "plain", SOFT))


def test_more_modes_than_there_are():
    system = assemble(box_structure(box((1.0, 1.0, 1.0), (1, 1, 1)), "plain", SOFT))
    with pytest.raises(ComputationError, match="12 degrees of freedom: ask for fewer"):
        find_modes(system, 12)


def test_weight_rests_on_the_base():
    system = assemble(build(stepped_wall(), replace(COARSE, bed=BedOptions(normal=1e9))))
    found = rest(system)
    from pirqa.fem.system import face_areas

    foot = system.structure.foot
    pressure = face_areas(system.structure.mesh, foot) @ (1e9 * found.shift[:, 2])
    assert -pressure.sum() == pytest.approx(found.weight, rel=1e-9)


def test_a_transition_lies_between_two_qualities():
    structure = build(stepped_wall(), replace(COARSE, transition=Transition(height=0.8)))
    assert any(zone.startswith("transition") for zone in structure.mesh.zones)
    band = next(zone for zone in structure.mesh.zones if zone.startswith("transition"))
    assert structure.solids[band].youngs_modulus == pytest.approx(550e6)
    levels = structure.mesh.places[structure.mesh.zone == structure.mesh.zones.index(band)][:, :, 2]
    assert (levels.min(), levels.max()) == (pytest.approx(2.6), pytest.approx(3.4))


def test_returns_stiffen_the_wall():
    wings = {at: ReturnWall(at=at, length=2.0, thickness=0.6) for at in ("start", "end")}
    assert frequencies(replace(COARSE, returns=wings))[0] > 1.1 * frequencies(COARSE)[0]


def test_stage_runs_all_models_and_tells_points_and_responses():
    options = replace(
        COARSE,
        modes=6,
        points={"head": FePoint(along=3.0, level=5.0)},
        response=ResponseOptions(spectra=DesignSpectra(e030_2018=E030(zone=2, soil="S2"))),
        models={
            "plain": FeModel(label="plain bricks", element="plain"),
            "stiff": FeModel(youngs_modulus=4e9),
            "propped": FeModel(springs={"s": FeSpring(along=3.0, level=4.0, stiffness=118e6)}),
        },
    )
    result = run_fe(stepped_wall(), options, sensors={"7": (1.0, 0.5, 4.0)})
    assert [model.name for model in result.models] == ["", "plain", "stiff", "propped"]
    main = result.main
    assert main.points.points == ("head", "7")
    assert np.abs(main.node_shape).max() == pytest.approx(1.0)
    assert main.shape(0).shape == main.mesh.nodes.shape
    head = np.argmin(np.linalg.norm(main.mesh.nodes - np.array([3.0, 0.9, 5.0]), axis=1))
    # shapes of nodes are kept in single precision
    assert main.points.point_shape[0, 0] == pytest.approx(main.shape(0)[head], abs=1e-7)
    assert main.responses[0].base_shear > 0.0
    assert result.models[1].frequency[0] > main.frequency[0]
    assert result.models[2].frequency[0] > 1.5 * main.frequency[0]
    assert {remark.key for remark in result.remarks} >= {"fe_plain_locks"}
    assert "plain bricks" in str(result)


def test_a_sensor_and_a_point_of_the_same_name():
    options = replace(COARSE, points={"7": FePoint(along=3.0, level=5.0)})
    with pytest.raises(OptionsError, match=r"fe\.points\.7: a sensor"):
        run_fe(stepped_wall(), options, sensors={"7": (1.0, 0.5, 4.0)})


def test_solid_meshes_a_wall():
    assert len(solid(stepped_wall(), 0.5).bricks) > len(solid(stepped_wall(), 1.0).bricks)


def test_front_of_zones_that_stand_back():
    zones = (
        Zone(name="left", material="stone", bottom=0.0, top=3.0, thickness=1.2, front=0.3, end=3.0),
        Zone(name="right", material="stone", bottom=0.0, top=3.0, thickness=1.5, start=3.0),
        Zone(name="top", material="rubble", bottom=3.0, top=5.0, thickness=0.5),
    )
    wall = replace(stepped_wall(), envelope=Envelope(zones=zones, length=6.0))
    mesh = solid(wall, 1.0)
    left = mesh.places[mesh.zone == mesh.zones.index("left")]
    assert left[:, :, 1].min() == pytest.approx(0.3)
    assert assemble(build(wall, COARSE)).total_mass * 9.80665 == pytest.approx(25e3 * 3 * 3 * 2.7 + 20e3 * 6 * 2 * 0.5)


def test_missing_solvers_tell_how_to_get_them(monkeypatch):
    found = {"scipy": object()}
    monkeypatch.setattr(factorise_module.importlib.util, "find_spec", found.get)
    assert best_solver() == "superlu"
    with pytest.raises(MissingExtraError, match=r"pirqa\[pardiso\]"):
        best_solver("pardiso")
    with pytest.raises(OptionsError, match="pip install python-mumps"):
        best_solver("mumps")


def test_factor_solves():
    system = assemble(build(stepped_wall(), COARSE))
    right = np.random.default_rng(0).standard_normal(system.stiffness.shape[0])
    found = factorise(system.stiffness, "superlu").solve(right)
    assert system.stiffness @ found == pytest.approx(right, abs=1e-6)


def test_vertical_shaking_needs_the_vertical_spectrum():
    level, upright = (DesignSpectra(e030_2018=E030(zone=4, soil="S1", vertical=way)) for way in (False, True))
    with pytest.raises(ModelError, match="needs a vertical spectrum"):
        ResponseOptions(spectra=level, direction="up")
    with pytest.raises(ModelError, match="is the vertical spectrum"):
        ResponseOptions(spectra=upright)
    assert ResponseOptions(spectra=upright, direction="up").direction == "up"


def test_sensors_a_little_off_the_wall_are_moved_onto_it():
    options = replace(COARSE, modes=2)
    places = {"crest": (3.0, 1.2, 5.03), "above": (3.0, 1.2, 5.08), "afar": (3.0, 3.0, 4.0)}
    result = run_fe(stepped_wall(), options, sensors=places)
    told = {remark.text: remark.amount for remark in result.remarks if remark.key == "fe_sensor_moved"}
    assert told == {"above, afar": pytest.approx(1.5)}
    exact = run_fe(stepped_wall(), options, sensors={"crest": (3.0, 1.2, 5.0)})
    assert result.main.points.point_shape[:, 0] == pytest.approx(exact.main.points.point_shape[:, 0], abs=1e-9)
    with pytest.raises(ModelError, match="sensor off: there is no wall"):
        run_fe(stepped_wall(), options, sensors={"off": (3.0, 1.2, 5.5)})
