"""Files: what is written in a folder stays in it, and what is read is a plain file."""

from __future__ import annotations

import errno
import os
import resource
from pathlib import Path

import pytest

from gogepo.files import BadFile, Folder, open_regular, read_regular, write_durably


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A directory with a file that nobody must touch."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "kept").write_text("kept")
    return folder


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def test_a_file_is_written_and_replaced_and_nothing_else_is_left(here: Path):
    for content in (b"one", b"two" * 10**6, b""):
        write_durably(here / "file", content)
        assert (here / "file").read_bytes() == content
    assert os.listdir(here) == ["file"]


def test_a_write_that_fails_leaves_the_old_file_alone(here: Path):
    (here / "file").mkdir()
    with Folder(here) as folder, pytest.raises(IsADirectoryError):
        folder.write("file", b"new")
    assert os.listdir(here) == ["file"]


def test_a_link_is_replaced_and_not_what_it_leads_to(here: Path, elsewhere: Path):
    for target in (elsewhere / "kept", elsewhere / "nothing"):
        (here / "file").unlink(missing_ok=True)
        (here / "file").symlink_to(target)
        write_durably(here / "file", b"new")
        assert not (here / "file").is_symlink()
    assert [path.read_text() for path in elsewhere.iterdir()] == ["kept"]


def test_a_new_file_is_never_an_old_one_nor_behind_a_link(here: Path, elsewhere: Path):
    (here / "old").write_text("old")
    (here / "link").symlink_to(elsewhere / "nothing")
    with Folder(here) as folder:
        for name in ("old", "link"):
            with pytest.raises(FileExistsError):
                folder.write_new(name, b"new")
    assert (here / "old").read_text() == "old"
    assert os.listdir(elsewhere) == ["kept"]


def test_a_directory_that_is_a_link_is_refused_by_its_name(here: Path, elsewhere: Path):
    (here / "inner").symlink_to(elsewhere)
    (here / "file").write_text("a file")
    with Folder(here) as folder:
        for name in ("inner", "file"):
            with pytest.raises(OSError, match=f"here/{name} is a link or a file"):
                folder.folder(name)


def test_what_a_user_gives_may_be_a_link(here: Path, elsewhere: Path):
    (here / "link").symlink_to(elsewhere)
    write_durably(here / "link" / "new", b"new")
    assert (elsewhere / "new").read_text() == "new"


def test_to_remove_a_link_leaves_what_it_leads_to(here: Path, elsewhere: Path):
    (here / "link").symlink_to(elsewhere)
    (here / "inner").mkdir()
    (here / "inner" / "link").symlink_to(elsewhere)
    with Folder(here) as folder:
        folder.remove("link")
        folder.remove("inner")
    assert os.listdir(here) == []
    assert os.listdir(elsewhere) == ["kept"]


def test_only_what_was_left_half_written_is_swept(here: Path, elsewhere: Path):
    for name in (".a.0123.tmp", ".b.0123.tmp", "a.tmp", ".a"):
        (here / name).write_text("")
    (here / ".c.tmp").symlink_to(elsewhere)
    with Folder(here) as folder:
        folder.sweep("a")
        assert sorted(os.listdir(here)) == [".a", ".b.0123.tmp", ".c.tmp", "a.tmp"]
        folder.sweep()
    assert sorted(os.listdir(here)) == [".a", "a.tmp"]
    assert os.listdir(elsewhere) == ["kept"]


@pytest.mark.parametrize("what", ["moved", "deleted", "replaced", "a link"])
def test_a_folder_knows_when_it_is_no_longer_in_its_place(what: str, here: Path, elsewhere: Path):
    with Folder(here) as folder:
        folder.check_place()
        if what == "deleted":
            here.rmdir()
        else:
            here.rename(here.with_name("away"))
        if what == "replaced":
            here.mkdir()
        elif what == "a link":
            here.symlink_to(elsewhere)
        with pytest.raises(OSError, match="here was moved, deleted or replaced meanwhile"):
            folder.check_place()


def test_a_second_name_may_be_read_and_not_written(here: Path):
    (here / "one").write_text("content")
    os.link(here / "one", here / "two")
    assert read_regular(here / "two", 100) == b"content"
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_APPEND):
        with pytest.raises(BadFile, match="two has a second name"):
            open_regular(here / "two", flags)


def test_a_link_is_no_file_to_read_or_write(here: Path, elsewhere: Path):
    (here / "link").symlink_to(elsewhere / "kept")
    for flags in (os.O_RDONLY, os.O_WRONLY | os.O_CREAT):
        with pytest.raises(BadFile, match="link cannot be opened: it is a link"):
            open_regular(here / "link", flags)


def test_a_file_is_not_called_bad_where_the_process_may_open_no_more(here: Path):
    (here / "file").write_text("content")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1, hard))
        with pytest.raises(OSError) as failure:
            open_regular(here / "file", os.O_RDONLY)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert failure.value.errno == errno.EMFILE
