"""What the house counts, in Prometheus' form: nothing about anybody in particular.

Several workers of one machine count together, in a folder that `sobremesa serve` names to the library.
"""

import os
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
KIND = CONTENT_TYPE_LATEST
QUICK = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10

entries = Counter(
    "sobremesa_entries", "What happened at tables, by its kind; moves are those of people and bots.", ["kind"]
)
refused = Counter("sobremesa_refused", "What was asked for at tables and not done.", ["why"])
conflicts = Counter("sobremesa_conflicts", "How often another worker was first.")
sockets = Gauge("sobremesa_sockets", "People who look at tables, once for each socket.", multiprocess_mode="livesum")
at_hand = Gauge("sobremesa_tables_at_hand", "Tables in memory.", multiprocess_mode="livesum")
deaf = Gauge("sobremesa_deaf", "Workers that cannot hear the others now.", multiprocess_mode="livesum")
written = Histogram("sobremesa_write_seconds", "From the hand-over of entries to the disk.", buckets=QUICK)
together = Histogram(
    "sobremesa_write_units", "What was written in one transaction.", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 512)
)
away = Counter("sobremesa_database_away", "How often the database could not be reached.")
thought = Histogram("sobremesa_thought_seconds", "What bots took for a choice, by their name.", ["bot"], buckets=QUICK)
answered = Counter("sobremesa_requests", "Requests over HTTP, by the status of their answer.", ["status"])


def told() -> bytes:
    """All of it, of all workers of this machine."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    for file in Path(os.environ[FOLDER]).glob("gauge_live*_*.db"):
        worker = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{worker}").exists():  # killed: nobody looks by it any more
            mark_process_dead(worker)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
