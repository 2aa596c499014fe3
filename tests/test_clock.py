"""Who was late: figures as the system counts them, and the class that follows."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from linefall.clock import Evidence

QUIET = Evidence(
    limit=1.0,
    wall=1.03,
    cpu=0.0,
    waited=0.0,
    stolen=0.0,
    judge_waited=0.0,
    late_by=None,
    cores=1,
    load=0.1,
    running=1,
)


def test_a_program_that_sleeps_is_to_blame():
    assert QUIET.blame == "program"
    assert replace(QUIET, late_by=0.005).blame == "program"


def test_a_program_that_works_too_long_on_a_free_core_is_to_blame():
    assert replace(QUIET, cpu=1.02).blame == "program"


def test_an_answer_that_only_waiting_made_late_is_the_machines_fault():
    assert replace(QUIET, cpu=0.8, waited=0.2, late_by=0.01).blame == "machine"
    assert replace(QUIET, cpu=0.8, waited=0.2, late_by=0.21).blame == "program"


def test_a_wait_that_lasts_on_is_not_held_against_anybody():
    """The system counts it when it ends."""
    assert replace(QUIET, cpu=0.2, starved=True).blame == "unclear"
    assert replace(QUIET, cpu=1.02, late_by=0.02, starved=True).blame == "program"


def test_no_answer_and_no_core_is_the_machines_fault():
    assert replace(QUIET, cpu=0.5, waited=0.5).blame == "machine"


def test_some_sleep_and_some_waiting_is_unclear():
    assert replace(QUIET, cpu=0.1, waited=0.2).blame == "unclear"


def test_threads_that_wait_for_each_other_are_no_excuse():
    """Four busy threads on one core wait three quarters of the time: for themselves."""
    assert replace(QUIET, cpu=1.03, waited=0.77).blame == "program"
    assert replace(QUIET, cpu=1.03, waited=0.77, late_by=0.01).blame == "program"


def test_time_stolen_from_a_sleeper_is_no_excuse():
    assert replace(QUIET, stolen=0.5).blame == "program"


def test_time_stolen_from_a_worker_is():
    assert replace(QUIET, cpu=0.9, stolen=0.1, late_by=0.03).blame == "machine"


def test_stolen_time_that_was_charged_to_the_worker_is_no_fault_of_its():
    """The processor time and what was stolen were together more than the time on the wall."""
    robbed = replace(QUIET, limit=0.06, wall=0.1416, cpu=0.0899, waited=0.0099, stolen=0.1)
    assert robbed.blame == "machine"
    assert replace(robbed, stolen=0.0).blame == "program"


def test_what_may_have_been_stolen_within_a_tick_is_unclear_but_not_for_a_sleeper():
    """Workers that were robbed of less than a tick of the system's were blamed for it."""
    robbed = replace(QUIET, cpu=1.0, unsure=0.01)
    assert replace(robbed, late_by=0.009).blame == "unclear"
    assert replace(robbed, late_by=0.011).blame == "program"
    assert replace(robbed, cpu=0.0, late_by=0.009).blame == "program"
    assert replace(robbed, wall=1.03).blame == "program"


def test_only_a_worker_on_a_machine_that_is_robbed_may_have_been_robbed():
    """One that lost 44 ms of 100 was blamed: nothing had been counted yet when it was."""
    late = replace(QUIET, limit=0.1, wall=0.104, cpu=0.101, unsure=0.05)
    assert late.blame == "program"
    assert late.may_change
    assert replace(late, stolen=0.044).blame == "machine"
    assert not replace(late, stolen=0.044).may_change
    assert not replace(late, unsure=0.0).may_change
    assert not replace(late, cpu=0.0).may_change
    assert not replace(late, wall=0.2, cpu=0.2).may_change


def test_a_worker_whose_machine_stood_still_is_not_to_blame_for_that():
    """The whole machine stood still for 28 ms, and the system charged them to the program."""
    late = replace(QUIET, limit=0.06, wall=0.0851, cpu=0.0779, waited=0.0072, late_by=0.0212)
    assert late.blame == "program"
    assert replace(late, stood_still=0.025).blame == "machine"
    assert replace(late, stood_still=0.013).blame == "program"
    assert replace(late, stood_still=0.025, cpu=0.001).blame == "program"


def test_time_that_was_counted_as_stolen_is_not_counted_again():
    late = replace(QUIET, cpu=1.0, stolen=0.02, late_by=0.03)
    assert replace(late, stood_still=0.02).blame == late.blame == "program"
    assert replace(late, stood_still=0.03).blame == "machine"


def test_a_judge_that_slept_blames_nobody():
    assert replace(QUIET, late_by=0.005, judge_waited=0.006).blame == "machine"


def test_where_nothing_is_measured_a_busy_machine_makes_it_unclear():
    blind = replace(QUIET, measured=False)
    assert blind.blame == "program"
    assert replace(blind, load=9.0).blame == "unclear"


@given(
    *[st.floats(0, 3) for _ in range(5)],
    st.one_of(st.none(), st.floats(0, 1)),
    st.integers(1, 64),
)
def test_more_waiting_never_makes_it_more_the_programs_fault(
    wall: float,
    cpu: float,
    waited: float,
    stolen: float,
    judge: float,
    late: float | None,
    cores: int,
):
    evidence = Evidence(1.0, wall, cpu, waited, stolen, judge, late, cores, 1.0, 1)
    rank = ["program", "unclear", "machine"]
    more = replace(evidence, waited=waited + 0.1)
    assert rank.index(more.blame) >= rank.index(evidence.blame)
    assert evidence.to_dict()["class"] == evidence.blame
