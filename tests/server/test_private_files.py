"""What the server keeps is for its owner alone, whatever the umask says, also where an older version made it."""

import os
import sqlite3
import stat

import pytest

from sobremesa.client import House
from sobremesa.server import private_files
from sobremesa.server.admin import move
from sobremesa.server.database import Store
from sobremesa.server.features.tilesets import routes as tilesets_routes
from tests.support.games.outspeed import OWN_TILES
from tests.support.server.serving import Server


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder):
    return {path.name: oct(mode(path)) for path in folder.iterdir()}


def test_all_that_a_server_makes_is_private(tmp_path):
    folder = tmp_path / "new" / "house"
    running = Server(folder / "house.db")
    try:
        House(running.address, "Ada").ask("GET", "/api/guests/me")
        assert set(modes(folder)) == {"house.db", "house.db-wal", "house.db-shm", "house.db.lock"}
        assert set(modes(folder).values()) == {"0o600"}
        assert [mode(each) for each in (folder, folder.parent)] == [0o700, 0o700]
    finally:
        running.kill()


def test_what_was_open_to_all_is_not_any_more(tmp_path):
    file = tmp_path / "house.db"
    Store(file).close()
    keeper = sqlite3.connect(file)  # so that the journal stays
    keeper.execute("PRAGMA journal_mode=WAL")
    keeper.execute("CREATE TABLE more (x)")
    keeper.execute("DROP TABLE more")
    for each in tmp_path.iterdir():
        each.chmod(0o644)
    tmp_path.chmod(0o755)
    store = Store(file)
    assert len(modes(tmp_path)) == 4 and set(modes(tmp_path).values()) == {"0o600"}
    assert mode(tmp_path) == 0o755  # a folder that was there is not ours
    store.close()
    keeper.close()


def test_so_is_what_a_link_leads_to(tmp_path):
    real, link = tmp_path / "real", tmp_path / "house.db"
    real.mkdir()
    Store(real / "house.db").close()
    (real / "house.db").chmod(0o644)
    link.symlink_to(real / "house.db")
    Store(link).close()
    assert mode(real / "house.db") == 0o600


def test_what_is_moved_is_private_and_nothing_is_made_of_a_file_that_is_not_there(tmp_path):
    Store(tmp_path / "old.db").close()
    move(tmp_path / "old.db", tmp_path / "new.db", lambda done, what: None)
    assert mode(tmp_path / "new.db") == 0o600
    with pytest.raises(Exception, match="There is no file"):
        move(tmp_path / "nowhere.db", tmp_path / "other.db", lambda done, what: None)
    assert not (tmp_path / "nowhere.db").exists()


def test_tiles_that_people_bring_lie_in_a_private_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SOBREMESA_HOME", str(tmp_path / "home"))
    tilesets_routes.bring(OWN_TILES)
    assert mode(tmp_path / "home" / "tiles") == mode(tmp_path / "home") == 0o700


def test_a_folder_that_is_there_stays_as_it_is(tmp_path):
    tmp_path.chmod(0o755)
    private_files.make_folder(tmp_path)
    assert mode(tmp_path) == 0o755
