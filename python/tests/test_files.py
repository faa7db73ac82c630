"""Files are written whole or not at all, with the permissions that people expect."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import tamis
from tamis._files import write_whole


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_replaced_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    for text in ("first\n", "second, ü\r\n"):
        write_whole(place, text, "the file")
        assert place.read_bytes() == text.encode() and list(tmp_path.iterdir()) == [place]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a.json"
    write_whole(place, "old", "the file")

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(tamis.errors.SourceError, match="the file cannot be written: the disk is full"):
        write_whole(place, "new", "the file")
    assert place.read_text() == "old" and list(tmp_path.iterdir()) == [place]
    for wrong in (tmp_path / "missing" / "a.json", tmp_path, "a\0b"):
        with pytest.raises(tamis.errors.SourceError):
            write_whole(wrong, "new", "the file")
    with pytest.raises(tamis.errors.ArgumentError):
        write_whole(5, "new", "the file")


@pytest.mark.skipif(os.name != "posix", reason="permissions are of POSIX")
def test_permissions_are_those_of_the_old_file_else_those_of_new_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, place = tmp_path / "plain", tmp_path / "a.json"
    plain.write_text("")
    # It cannot be asked without being changed, for every thread.
    monkeypatch.delattr(os, "umask")
    write_whole(place, "new", "the file")
    assert mode(place) == mode(plain)
    place.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(place)
    write_whole(link, "newer", "the file")
    assert (mode(place), place.read_text(), link.is_symlink()) == (0o640, "newer", True)
