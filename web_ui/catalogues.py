"""Brings the message catalogues up to date with the texts of the code: `make catalogues`.

    python -m web_ui.catalogues          every catalogue that there is
    python -m web_ui.catalogues fr       and a new one, empty, for French

A catalogue keeps its translations; a text that is new comes without one, one that is gone is dropped.
"""

from __future__ import annotations

import io
import sys
from itertools import takewhile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from web_ui.languages import FOLDER, read_catalogue

ROOT = FOLDER.parents[1]
ROOMS = ("controller", "hardware", "vision", "web_ui")
METHODS = [("**.py", "python"), ("web_ui/templates/**.html", "jinja2"), ("web_ui/static/**.js", "javascript")]
KEYWORDS = {
    "_": None, "_n": (1, 2), "gettext": None, "ngettext": (1, 2), "phrase": None, "counted": (1, 2), "pattern": None,
}
"""The functions whose literal arguments are texts."""
IDLE = tuple(
    f'"{name}:'.encode()
    for name in (
        "Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date", "Last-Translator",
        "Language-Team", "Generated-By",
    )
)
"""Lines of a catalogue's head that nobody needs."""
NOTE = "Translators:"
"""A comment before a text that begins like this is one for its translators."""


def texts_of_code() -> Catalog:
    """Every text of the code, with the files in which it stands, and nothing translated."""
    catalogue = Catalog(fuzzy=False)
    found = extract_from_dir(ROOT, METHODS, keywords=KEYWORDS, comment_tags=(NOTE,), directory_filter=_is_ours)
    for file, _, message, comments, context in found:
        if message and message != ("", ""):
            catalogue.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogue


def refresh(file: Path, texts: Catalog) -> None:
    """Bring one catalogue up to date; a new one is begun."""
    if file.exists():
        catalogue = read_catalogue(file)
        # As its translators have laid it out; Babel would put its lines together.
        head = takewhile(lambda line: line.startswith("#"), file.read_text(encoding="utf-8").splitlines())
        catalogue.header_comment = "\n".join(head)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=file.parent.parent.name, header_comment="# The Cosmic Tray.", fuzzy=False)
    catalogue.update(texts, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    file.write_bytes(_written(catalogue))


def _written(catalogue: Catalog) -> bytes:
    """A catalogue as it is kept: what changes without a text having changed is left out, so that versions compare."""
    po = io.BytesIO()
    write_po(po, catalogue, width=0, ignore_obsolete=True, sort_by_file=True, include_lineno=False)
    return b"".join(line for line in po.getvalue().splitlines(keepends=True) if not line.startswith(IDLE))


def _is_ours(folder: str) -> bool:
    at = Path(folder)  # not resolved: .venv may be a link to another place
    return at == ROOT or at.relative_to(ROOT).parts[0] in ROOMS


def _main(new: list[str]) -> None:
    files = {FOLDER / code.replace("-", "_") / "LC_MESSAGES" / "messages.po" for code in new}
    texts = texts_of_code()
    for file in sorted(files | {*FOLDER.glob("*/LC_MESSAGES/messages.po")}):
        refresh(file, texts)
        missing = sum(not message.string or not all(message.string) for message in read_catalogue(file) if message.id)
        print(f"{file.relative_to(ROOT)}: {len(texts)} texts, {missing} of them still in English")


if __name__ == "__main__":
    _main(sys.argv[1:])
