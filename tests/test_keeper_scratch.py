"""Removing a program's scratch folder touches that folder and nothing else."""

from linefall.system.keeper import _remove


def mode(path) -> int:
    return path.stat().st_mode & 0o777


def test_a_scratch_folder_that_is_gone_leaves_its_parent_as_it_is(tmp_path):
    """The folder that held it was closed to everybody else: /tmp itself, in practice."""
    tmp_path.chmod(0o755)
    _remove(str(tmp_path / "gone"))
    assert mode(tmp_path) == 0o755


def test_locked_folders_are_opened_and_what_links_point_at_is_not(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    scratch = tmp_path / "scratch"
    locked = scratch / "locked"
    locked.mkdir(parents=True)
    (locked / "link").symlink_to(outside)
    locked.chmod(0o500)
    _remove(str(scratch))
    assert not scratch.exists()
    assert mode(outside) == 0o755
