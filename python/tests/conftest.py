"""What tests of several files need."""

from __future__ import annotations

import pytest
from cluster_spark import command as path_of_command


@pytest.fixture(scope="session")
def command() -> str:
    """The path of the command `tamis`, which answers are compared with; without it the test fails."""
    return path_of_command()
