"""Long counts, run by ``make soak``: killed runs, and mutated files through the whole product."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pymupdf
import pytest

from pipeline import assembly, batch, ledger, prompt
from pipeline.errors import PipelineError
from pipeline.settings import BatchSettings, ExtractSettings, Settings

pytestmark = pytest.mark.soak

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "examples" / "documents").glob("*.pdf"))
KILLS = 12
MUTATIONS = 2000
PLAIN = Settings(extract=ExtractSettings(ocr="never"), batch=BatchSettings(jobs=2))


def files(out):
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != "timings.json"
    }


def contracts(folder, count):
    folder.mkdir()
    for number in range(count):
        document = pymupdf.open()
        for page in range(4):
            text = f"{page + 1}. The Buyer shall pay USD {number},{page}00 to the Seller at Closing."
            document.new_page().insert_text((72, 90), text)
        document.save(folder / f"{number:03d}.pdf", no_new_id=True)
    return folder


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_killed_over_and_over_ends_as_one_that_was_not(tmp_path, sign):
    """Whatever stands after a kill is whole, and the last run makes the rest."""
    place = contracts(tmp_path / "in", 60)
    batch.run([place], tmp_path / "quiet", PLAIN)
    (tmp_path / "plain.toml").write_text('[extract]\nocr = "never"\n', "utf-8")
    flags = ["-o", str(tmp_path / "out"), "-j", "2", "--config", str(tmp_path / "plain.toml")]
    command = [sys.executable, "-m", "pipeline.cli", "run", str(place), *flags]
    chance = random.Random(7)
    for _ in range(KILLS):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(chance.uniform(1, 8))
        if process.poll() is None:
            os.killpg(process.pid, sign)
        process.wait(timeout=60)
        for folder in (tmp_path / "out").glob("*/"):
            for name in ("ledger.json", "prompt.txt"):
                if (folder / name).exists():
                    assert (folder / name).read_bytes() == (tmp_path / "quiet" / folder.name / name).read_bytes()
    assert batch.run([place], tmp_path / "out", PLAIN).interrupted is False
    assert files(tmp_path / "out") == files(tmp_path / "quiet")


def mutated(content, chance):
    """Damage a file as disks, transfers and attackers do."""
    damaged = bytearray(content)
    kind = chance.randrange(5)
    if kind == 0:
        return bytes(damaged[: chance.randrange(len(damaged))])
    if kind == 1:
        at, length = chance.randrange(len(damaged)), chance.randrange(1, 2000)
        return bytes(damaged[:at] + damaged[at + length :])
    if kind == 2:
        at, length = chance.randrange(len(damaged)), chance.randrange(1, 2000)
        return bytes(damaged[:at] + damaged[at : at + length] + damaged[at:])
    for _ in range(chance.choice((1, 10, 100, 1000))):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


@pytest.mark.parametrize("part", range(8))
def test_a_mutated_file_is_read_or_refused(tmp_path, part):
    """No other exception than our own, and what is read can be written."""
    stages = assembly.stages(PLAIN)
    chance = random.Random(part)
    for number in range(MUTATIONS // 8):
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(mutated(chance.choice(EXAMPLES).read_bytes(), chance))
        try:
            document = assembly.prepare(path, PLAIN, through=stages)
        except PipelineError as refused:
            assert path.name in str(refused)  # noqa: PT017 - both ends are right
        else:
            prompt.render(document, PLAIN).encode()
            ledger.dump(document, PLAIN, prompt_tokens=0)
        path.unlink()
