"""The page: nothing from elsewhere, nothing of a record taken for markup, everything linked."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from gogepo import cli
from gogepo.files import Folder
from gogepo.records.collect import find_records
from gogepo.records.record import write_record
from gogepo.report.html import anchor, page
from gogepo.report.select import Selection
from gogepo.report.write import EXHIBITS, with_tables
from test_cli import gogepo

RECORDS = Path(__file__).parent / "records"


class Reader(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, Any]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.tags if attribute in attributes]


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


@pytest.fixture(scope="module")
def made() -> Reader:
    selection = Selection(find_records([str(RECORDS)]))
    return read(page([make(selection) for make in EXHIBITS.values()], selection))


def test_the_page_is_complete_in_itself(made):
    assert all(source.startswith("data:image/svg+xml;base64,") for source in made.all("src"))
    assert len(made.all("src")) == len(EXHIBITS)
    assert all(link.startswith("#") for link in made.all("href"))
    names = {tag for tag, _ in made.tags}
    assert not names & {"script", "link", "iframe", "object", "embed", "form", "base"}
    (policy,) = [each["content"] for tag, each in made.tags if each.get("http-equiv")]
    assert policy.startswith("default-src 'none'")
    style = made.text[made.text.index(":root") :]
    assert "url(" not in style
    assert "@import" not in style


def test_every_link_leads_somewhere(made):
    known = set(made.all("id"))
    assert {link[1:] for link in made.all("href")} <= known
    assert len(made.all("id")) == len(known)


def test_the_page_has_the_verdicts_and_every_records_config(made):
    assert sum("verdict" in (each.get("class") or "") for tag, each in made.tags if tag == "td") == 16
    for record in find_records([str(RECORDS)]):
        assert anchor(record.name) in made.all("id")
        assert json.dumps(record.config, indent=2) in made.text


def test_links_lead_to_the_record_that_the_row_is_of():
    (ours, theirs) = find_records([str(RECORDS / f"{name}-swimmer-v5") for name in ("gogepo", "ars")])
    selection = Selection([dataclasses.replace(each, name="swimmer") for each in (ours, theirs)])
    exhibit = EXHIBITS["finals"](selection)
    assert exhibit.table is not None
    assert exhibit.table.records[:2] == ("swimmer", "swimmer-2")
    made = read(page([exhibit], selection))
    assert len(made.all("id")) == len(set(made.all("id")))
    details = [each["id"] for tag, each in made.tags if tag == "details"]
    assert details == [link[1:] for link in made.all("href") if link.startswith("#run-")]


def test_anchors_of_different_names_are_different():
    names = ["a.b", "a-b", "a b", "a/b", "a~20~b", "a_b", "ä"]
    assert len({anchor(name) for name in names}) == len(names)
    assert all(re.fullmatch(r"[a-zA-Z0-9._~-]+", anchor(name)) for name in names)


def test_text_of_a_record_is_never_markup(tmp_path):
    evil = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>"
    (record, *_) = find_records([str(RECORDS / "gogepo-swimmer-v5")])
    config = {**record.config, "env": f"Swimmer-v5{evil}"}
    bad = dataclasses.replace(
        record, note=evil, superseded=evil, provenance={evil: evil}, name=evil, config=config
    )
    selection = Selection([bad, record])
    made = read(page([make(selection) for make in EXHIBITS.values()], selection))
    assert "script" not in {tag for tag, _ in made.tags}
    assert "onerror" not in {name for _, each in made.tags for name in each}
    assert evil in made.text


# gogepo report


def test_report_writes_page_figures_and_tables(tmp_path):
    result = gogepo("report", RECORDS, "--out", tmp_path / "report", "--json")
    assert result.code == cli.DONE, result.err
    assert {path.name for path in (tmp_path / "report").iterdir()} == {"index.html", "figures", "tables"}
    figures = {path.name for path in (tmp_path / "report" / "figures").iterdir()}
    assert figures == {f"{name}.{kind}" for name in EXHIBITS for kind in ("svg", "pdf", "png")}
    assert "Swimmer" in result.out
    assert len(result.json["finals"]) == 16
    assert {each["verdict"] for each in result.json["finals"]} <= {"inside", "above", "below"}
    assert all(each["drawn"] for each in result.json["exhibits"].values())


def test_report_of_one_exhibit_and_of_single_records(tmp_path):
    folders = [RECORDS / "gogepo-swimmer-v5", RECORDS / "ars-swimmer-v5"]
    result = gogepo("report", *folders, "--out", tmp_path, "--only", "curves")
    assert result.code == cli.DONE
    assert "no record of" in result.err
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == [
        "curves.pdf",
        "curves.png",
        "curves.svg",
    ]


def test_tables_are_renewed_in_a_text(tmp_path):
    text = tmp_path / "results.md"
    text.write_text("before\n<!-- finals -->\nold\n<!-- /finals -->\nafter\n")
    result = gogepo("report", RECORDS, "--out", tmp_path / "r", "--into", text)
    assert result.code == cli.DONE
    found = text.read_text()
    assert found.startswith("before\n<!-- finals -->\n| environment |")
    assert found.endswith("|\n<!-- /finals -->\nafter\n")
    assert "old" not in found
    assert "334 +- 16" in found


def test_a_text_that_cannot_be_renewed_stays(tmp_path, monkeypatch):
    text = tmp_path / "results.md"
    text.write_text("before\n<!-- finals -->\nold\n<!-- /finals -->\nafter\n")

    def full(self: Folder, name: str, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Folder, "write_new", full)
    result = gogepo(
        "report", RECORDS / "gogepo-swimmer-v5", "--out", tmp_path / "r", "--only", "finals", "--into", text
    )
    assert result.code == cli.BAD_INPUT
    assert result.err == f"gogepo: cannot write {text}: No space left on device\n"
    assert "\nold\n" in text.read_text()


def test_a_linked_text_is_renewed_where_it_is(tmp_path):
    (tmp_path / "text.md").write_text("<!-- finals -->\nold\n<!-- /finals -->\n")
    (tmp_path / "link.md").symlink_to("text.md")
    records, link = RECORDS / "gogepo-swimmer-v5", tmp_path / "link.md"
    result = gogepo("report", records, "--out", tmp_path / "r", "--only", "finals", "--into", link)
    assert result.code == cli.DONE
    assert link.is_symlink()
    assert "334 +- 16" in (tmp_path / "text.md").read_text()


def test_a_report_is_written_in_any_locale(tmp_path):
    (tmp_path / "text.md").write_text("Schön\n<!-- finals -->\n<!-- /finals -->\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "gogepo",
        "report",
        str(RECORDS / "gogepo-swimmer-v5"),
        "--only",
        "finals",
    ]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "r"), "--into", str(tmp_path / "text.md")],
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
    )
    assert done.returncode == cli.DONE, done.stderr
    assert "±" in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert "±" in (tmp_path / "r" / "tables" / "finals.csv").read_text(encoding="utf-8")
    assert (tmp_path / "text.md").read_text(encoding="utf-8").startswith("Schön\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name one or more"),
        (("nowhere",), "nowhere is not a directory"),
        (("empty",), "holds no run"),
        (("damaged",), "is not valid JSON"),
        (("good", "--into", "nothing.md"), "nothing.md cannot be opened"),
        (("good", "--into", "open.md"), "without <!-- /finals -->"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (record, *_) = find_records([str(RECORDS / "gogepo-swimmer-v5")])
    for name in ("good", "damaged"):
        write_record(record, tmp_path / name / "a")
    (tmp_path / "damaged" / "a" / "config.json").write_text("{")
    (tmp_path / "open.md").write_text("<!-- finals -->\n")
    result = gogepo("report", *arguments, "--out", "out")
    assert result.code == cli.BAD_INPUT
    assert len(result.err.splitlines()) == 1
    assert said in result.err


def test_a_report_is_not_written_into_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    result = gogepo("report", RECORDS, "--out", tmp_path / "file")
    assert result.code == cli.BAD_INPUT
    assert re.fullmatch(r"gogepo: cannot write a report in .*\n", result.err)


def test_the_tables_in_the_documentation_are_those_of_the_records():
    root = Path(__file__).parents[2]
    path = root / "docs" / "results.md"
    selection = Selection(find_records([str(root / "results")]))
    text = path.read_text()
    assert "<!-- finals -->" in text
    made = with_tables(text, [make(selection) for make in EXHIBITS.values()], path)
    assert text == made, "run: make results"
