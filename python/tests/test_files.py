"""Files are written whole or not at all, with the permissions that people expect."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
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


@pytest.mark.skipif(os.name != "posix", reason="pipes with a name are of POSIX")
def test_what_is_no_file_is_written_to_and_stays_what_it_is(tmp_path: Path) -> None:
    place = tmp_path / "pipe"
    os.mkfifo(place)
    reader = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(place, "to a pipe", "the file")
    assert os.read(reader, 100) == b"to a pipe" and stat.S_ISFIFO(place.stat().st_mode)
    os.close(reader)
    write_whole("/dev/null", "to nobody", "the file")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    program = "import tamis; tamis.wrapper('<ul>' + '<li><b>A lamp</b> 5 €' * 4 + '</ul>').save('/dev/stdout')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("{"), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="links are of POSIX")
def test_links_in_a_circle_are_our_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(tamis.errors.SourceError, match="cannot be written"):
        write_whole(tmp_path / "a", "new", "the file")


def test_only_a_place_that_cannot_be_written_gets_a_hint(tmp_path: Path) -> None:
    with pytest.raises(tamis.errors.SourceError) as refused:
        write_whole(tmp_path / "missing" / "a.json", "new", "the file")
    assert refused.value.hint == "give a path in a folder that exists"
    for place, text in (("a\0b", "new"), (tmp_path / "a", "\ud800")):
        with pytest.raises(tamis.errors.SourceError) as refused:
            write_whole(place, text, "the file")
        assert refused.value.hint is None


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
