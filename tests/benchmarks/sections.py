"""benchmarks.md, a section a benchmark: what one run measures takes the place of what an earlier one did."""

from __future__ import annotations

import re
from pathlib import Path

from controller.ports import save

HEAD = """\
# Benchmarks

Written by `make bench`, each section when it was measured. Machines differ and are noisy: compare the ratios, which
are taken within one run, rather than the times. A loop is `sum(range(1_000_000))` in Python.
"""


def write_section(file: Path, section: str, measured: str) -> None:
    """Put `section`, which begins with its heading "## ...", into `file`: in place of the one of that name, or last.

    `measured`: when and on what, as it stands below the heading. What else the file says stays.
    """
    text = file.read_text(encoding="utf-8") if file.exists() else HEAD
    head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, _, body = section.partition("\n")
    new = f"{title}\n\n{measured}\n{body.rstrip()}\n\n"
    titles = [one.partition("\n")[0] for one in sections]
    if title in titles:
        sections[titles.index(title)] = new
    else:
        sections.append(new)
    save(file, ("\n\n".join(part.strip() for part in (head, *sections)) + "\n").encode())
