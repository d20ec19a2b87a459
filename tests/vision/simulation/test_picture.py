"""What the simulated camera shows is what lies there, seen through a pinhole."""

import cv2
import numpy as np
import pytest

from vision.drawings import cube_set
from vision.simulation.camera import SimulatedTray
from vision.simulation.light import LIGHTS
from vision.simulation.view import MARKER_CENTRES, chance_view, look

MAT_POINTS = np.array([(0, 0), (240, 0), (240, 180), (0, 180), (120, 90), (30, 207), (210, 207)], dtype=np.float64)


@pytest.fixture(autouse=True)
def the_same_throws_each_time(monkeypatch):
    """A tray of the house's own look has no seed, so that its cubes would lie otherwise from run to run."""
    monkeypatch.setattr("vision.simulation.camera.secrets.randbits", lambda bits: 8)


def tray(**settings):
    return SimulatedTray(paced=False, **settings)


def throw(simulated, *args):
    simulated.throw(*args)
    while simulated.truth() is None:
        frame = simulated.read()
    return frame


def mat_by_markers(picture):
    """The homography from mm to pixels that the four markers tell."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    detector_parameters = detector.getDetectorParameters()
    detector_parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector.setDetectorParameters(detector_parameters)
    corners, ids, _ = detector.detectMarkers(picture)
    assert ids is not None
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    square = np.array([(-12, -12), (12, -12), (12, 12), (-12, 12)])
    mat = np.concatenate([square + MARKER_CENTRES[number] for number in ids.ravel()]).astype(np.float64)
    return cv2.findHomography(mat, np.concatenate([each[0] for each in corners]))[0]


@pytest.mark.parametrize("seed", [None, 1, 2, 3, 4, 5])
def test_the_markers_tell_where_the_mat_lies_to_a_pixel(seed):
    simulated = tray(seed=seed)
    found = mat_by_markers(simulated.read().image)
    seen = cv2.perspectiveTransform(MAT_POINTS[:, None], found)[:, 0]
    drawn = simulated.look.view.project(np.column_stack([MAT_POINTS, np.zeros(len(MAT_POINTS))]))
    assert np.linalg.norm(seen - drawn, axis=1).max() < 1.0


@pytest.mark.parametrize("light", sorted(LIGHTS))
def test_the_markers_are_found_in_every_light(light):
    mat_by_markers(tray(light=light).read().image)


def test_a_picture_is_as_large_as_asked():
    frame = tray(resolution=(640, 480)).read()
    assert frame.image.shape == (480, 640, 3)
    assert frame.image.dtype == np.uint8
    mat_by_markers(frame.image)


def test_every_camera_position_has_the_whole_mat_in_view():
    rng = np.random.default_rng(8)
    for view in [look(), *(chance_view(rng) for _ in range(50))]:
        corners = [(x + sx, y + sy, 0) for x, y in MARKER_CENTRES for sx in (-15, 15) for sy in (-15, 15)]
        seen = view.project(np.array(corners))
        assert seen.min() > 8
        assert (seen < np.array([1272, 952])).all()
        assert 400 <= view.position[2] <= 650
        assert view.axes[2] @ (0, 0, -1) >= np.cos(np.radians(18.01))


def rectified(picture, quad):
    """A cube's top side seen straight on, without its rounded rim."""
    square = np.array([(0, 0), (95, 0), (95, 95), (0, 95)], dtype=np.float32)
    flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(np.float32(quad), square), (96, 96))
    return cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)[12:84, 12:84].astype(np.float32)


def likeness(one, other):
    one, other = one - one.mean(), other - other.mean()
    return float((one * other).sum() / np.sqrt((one**2).sum() * (other**2).sum()))


@pytest.mark.parametrize("seed", [None, 21, 22, 23])
def test_the_truth_is_what_is_drawn(seed):
    simulated = tray(seed=seed, lean_chance=0.0)
    drawings = cube_set(simulated.look.cube_set)
    for _ in range(2):
        picture = throw(simulated, None).image
        for lying in simulated.lying():
            top = rectified(picture, lying.quad)
            likest = {}
            for face in drawings.styles:
                side = cv2.resize(drawings.texture(face, lying.cube.odd, 256), (96, 96), interpolation=cv2.INTER_AREA)
                side = cv2.cvtColor(side, cv2.COLOR_BGR2GRAY)[12:84, 12:84].astype(np.float32)
                likest[face] = max(likeness(top, np.rot90(side, quarter)) for quarter in range(4))
            assert max(likest, key=likest.get) == lying.cube.face
            assert likest[lying.cube.face] > 0.75


def test_the_centre_is_in_the_middle_of_the_quad():
    simulated = tray()
    throw(simulated, None)
    for lying in simulated.lying():
        assert np.linalg.norm(np.mean(lying.quad, axis=0) - lying.center) < 1.0


def test_a_cube_is_about_as_wide_as_the_mat_says():
    simulated = tray()
    for lying in simulated.lying():
        sides = np.linalg.norm(np.diff([*lying.quad, lying.quad[0]], axis=0), axis=1)
        assert 45 <= sides.mean() <= 62


def test_frames_at_rest_differ_by_nothing_but_noise():
    simulated = tray()
    one, other = (simulated.read().image.astype(np.float32) for _ in range(2))
    difference = other - one
    assert 1.0 < difference.std() < 6.0
    assert abs(difference.mean()) < 0.05
    assert np.abs(cv2.blur(difference, (24, 24))).max() < 3.0


def test_while_cubes_fly_every_frame_differs_from_the_one_before():
    simulated = tray(seed=4)
    before = simulated.read().image
    simulated.throw(None)
    still = 0
    while simulated.truth() is None:
        frame = simulated.read().image
        moved = cv2.blur(cv2.absdiff(frame, before).astype(np.float32), (12, 12)).max()
        still = still + 1 if moved < 8 else 0
        # The only still moment is the one in which the cubes are in the hand.
        assert still <= 8
        before = frame


def test_an_unknown_floor_light_or_set_is_named_with_those_there_are():
    with pytest.raises(ValueError, match=r"no floor 'lava'.*midnight felt"):
        tray(floor="lava")
    with pytest.raises(ValueError, match=r"no light 'moon'.*warm lamp"):
        tray(light="moon")
    with pytest.raises(ValueError, match="no set of cubes called 'bones'"):
        tray(cube_set="bones")
