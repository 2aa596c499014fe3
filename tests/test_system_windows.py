"""The Windows way, as far as it goes on any system: threads hear, a clock judges, nothing hangs."""

import pytest

import zoo
from linefall import clock, table
from linefall.match import play_match
from linefall.system import memory, proc, windows


@pytest.fixture
def threads(monkeypatch):
    """Seats programs at a table with threads instead of `poll` and keepers."""
    monkeypatch.setattr(table, "Wire", windows.Wire)
    monkeypatch.setattr(table, "Child", windows.Child)
    monkeypatch.setattr(clock, "own_wait", windows.own_wait)


@pytest.mark.clocked
@pytest.mark.parametrize(
    "name",
    [
        *("ready_crlf", "silent_later", "exits_0", "chatty", "two_moves", "answers_huge", "raises"),
        *("gigabyte_burst", "endless_line", "import_error", "error_flood", "closes_output"),
        *("dies_while_waiting", "full_column", "late"),
    ],
)
def test_verdicts_are_the_same_with_threads(name: str, threads: None):
    record = zoo.play(name, 0, "none")
    assert zoo.marks(0, record, zoo.EXPECTED[name]) == []


def test_a_program_that_cannot_be_run_is_a_start_up_fault(threads: None, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    record = play_match(str(broken), "@left", sandbox_level="none", ready=15.0)
    assert (record.verdict.cause, record.verdict.winner) == ("start-up", 1)


def test_processes_are_found_with_ps_where_there_is_no_proc(monkeypatch):
    """The way of macOS."""
    import os
    import subprocess

    with subprocess.Popen(["sh", "-c", "sleep 60 & wait"]) as shell:
        try:
            monkeypatch.setattr(proc, "HAS_PROC", False)
            real = os.listdir
            monkeypatch.setattr(os, "listdir", lambda path: [] if path == "/proc" else real(path))
            tree = proc.Tree(os.getpid())
            while len(found := tree.pids() & set(proc.ask_ps("ppid"))) < 2:
                pass
            assert shell.pid in found
            assert proc.is_alive(shell.pid)
            assert not proc.is_alive(2**22 + 1)
            assert memory.resident([shell.pid]) > 0
        finally:
            for pid in proc.Tree(shell.pid).pids():
                os.kill(pid, 9)
            shell.kill()
