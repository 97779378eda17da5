"""Who watches over the workers of a house, and puts another in the place of one that is dead."""

from uvicorn.supervisors import Multiprocess


class Watching(Multiprocess):
    """A worker that dies while it is asked how it is has hung up, and nobody waits for its answer."""

    def keep_subprocess_alive(self) -> None:
        for worker in self.processes:
            worker.child_conn.close()  # our copy of the worker's end: as long as it is open nobody seems to hang up
        super().keep_subprocess_alive()
