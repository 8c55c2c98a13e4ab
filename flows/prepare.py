"""The main job as a Prefect flow: one task a document, over the same killable workers as ``distill run``.

Only names, counts and error codes reach Prefect; text stays in the output folder.
"""

import os
import sys
from pathlib import Path
from typing import Any

# Read by Prefect when it is imported: its own server takes up to 30 s to start, and phones home unless told not to.
os.environ.setdefault("PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS", "120")
os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
os.environ.setdefault("DO_NOT_TRACK", "1")

from prefect import flow, task
from prefect.artifacts import create_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.context import FlowRunContext
from prefect.task_runners import ThreadPoolTaskRunner

from pipeline import batch, settings
from pipeline.batch import Docket, Outcome, RunReport
from pipeline.errors import PipelineError


class Failed(PipelineError):
    """A document could not be prepared."""

    def __init__(self, outcome: Outcome) -> None:
        """Carry what run.json says of it."""
        assert outcome.fault is not None
        super().__init__(outcome.fault.message)
        self.fault = outcome.fault


@flow(name="prepare", task_runner=ThreadPoolTaskRunner(max_workers=os.cpu_count() or 1))
def prepare(
    paths: list[Path], out: Path, config: Path | None = None, baseline: Path | None = None, jobs: int = 0
) -> dict[str, int]:
    """Prepare every document under ``paths`` into ``out``; called as ``prepare.fn`` it needs no server.

    Raises:
        PipelineError: nothing could be read or written, or some documents failed; the others are finished then.
    """
    chosen = settings.load(config, batch={"jobs": jobs or None})
    with batch.opened(batch.Orders(chosen, out), list(paths), baseline=baseline) as docket:
        if FlowRunContext.get() is None:
            batch.work(docket)
        else:
            _submit(docket)
    report = docket.report()
    summary = _summary(report)
    if FlowRunContext.get() is not None:
        create_table_artifact(_rows(report), key="distill-documents", description=f"{summary}")
    if summary["failed"]:
        raise PipelineError(f"{summary['failed']} of {len(report.documents)} documents failed; see {out / 'run.json'}")
    return summary


def _submit(docket: Docket) -> None:
    """Run one task a document; only a worker that died is worth another try."""

    @task(retries=1, retry_condition_fn=_worth_another_try, cache_policy=NO_CACHE, task_run_name="{name}")
    def document(name: str) -> str:
        outcome = docket.prepare(next(each for each in docket.inputs if each.name == name))
        if outcome.fault is not None:
            raise Failed(outcome)
        return outcome.status

    for future in [document.submit(each.name) for each in docket.waiting]:
        error = future.result(raise_on_failure=False)
        if isinstance(error, Exception) and not isinstance(error, Failed):
            raise error


def _worth_another_try(_task: Any, _run: Any, state: Any) -> bool:
    error = state.result(raise_on_failure=False)
    return isinstance(error, Failed) and error.fault.retryable


def _summary(report: RunReport) -> dict[str, int]:
    done = sum(outcome.status == "done" for outcome in report.documents)
    return {
        "done": done,
        "failed": len(report.documents) - done,
        "pages": sum(outcome.counts.pages for outcome in report.documents),
        "input_tokens": sum(outcome.counts.input_tokens for outcome in report.documents),
        "kept_tokens": sum(outcome.counts.kept_tokens for outcome in report.documents),
    }


def _rows(report: RunReport) -> list[dict[str, Any]]:
    return [
        {
            "document": outcome.name,
            "status": outcome.status if outcome.fault is None else outcome.fault.error,
            "pages": outcome.counts.pages,
            "input_tokens": outcome.counts.input_tokens,
            "kept_tokens": outcome.counts.kept_tokens,
            "repairs": outcome.counts.repairs,
            "suspects": outcome.counts.suspects,
        }
        for outcome in report.documents
    ]


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python flows/prepare.py PATH... OUT")
    *folders, target = [Path(word) for word in sys.argv[1:]]
    prepare(folders, target)
