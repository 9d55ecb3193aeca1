"""The evaluations of a run or population as one small file: python results/collect.py RUN FILE.csv"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path


def main(run: Path, out: Path) -> None:
    members = sorted(run.glob("seed-*"), key=lambda path: int(path.name[5:])) or [run]
    with out.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["seed", "env_steps", "episode", "command", "env_return"])
        for member in members:
            seed = json.loads((member / "config.json").read_text())["seed"]
            for line in (member / "evaluations.jsonl").read_text().splitlines():
                record = json.loads(line)
                numbers = [record[name] for name in ("command", "env_return")]
                numbers = ["" if number is None else round(number, 3) for number in numbers]
                writer.writerow([seed, record["env_steps"], record["episode"], *numbers])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
