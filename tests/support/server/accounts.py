"""People who open accounts and sign in at a real house."""

from sobremesa.client import House

PASSWORD = "four olives in a dish"


def open_account(house, login, name=None):
    """Open an account; return the person on their first device, and their codes."""
    guest = House(house.address, name or login.title())
    codes = guest.ask("POST", "/api/account", {"login": login, "password": PASSWORD})["codes"]
    return guest, codes


def sign_in(house, login, token=None, password=PASSWORD, **more):
    """Sign in on another device, or where a guest is known by that token; return the person there."""
    guest = House(house.address, login, token or "nobody")
    entered = guest.ask("POST", "/api/account/enter", {"login": login, "password": password, **more})
    return House(house.address, entered["name"], entered["token"])
