"""All exhibits of the paper by name. Each is a function that reads records and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from gogepo.config import ExhibitName
from gogepo.report.atlas import map_of_policies
from gogepo.report.commanded import commanded_returns
from gogepo.report.curves import ablation_of_drive, ablation_of_weighting, learning_curves
from gogepo.report.exhibit import Exhibit
from gogepo.report.finals import final_table
from gogepo.report.shelf import Shelf

EXHIBITS: dict[ExhibitName, Callable[[Shelf], Exhibit]] = {
    "finals": final_table,
    "curves": learning_curves,
    "weighting": ablation_of_weighting,
    "drive": ablation_of_drive,
    "map": map_of_policies,
    "commands": commanded_returns,
}
