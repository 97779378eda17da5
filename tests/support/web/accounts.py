"""How people open accounts in a browser."""

import re

from playwright.sync_api import expect

from tests.support.server.accounts import PASSWORD


def slip(person, name):
    """Return the part of a page that has this name."""
    return person.page.get_by_role("region", name=name, exact=True)


def sign_up(person, login, password=PASSWORD):
    """Open an account on its page; return the codes."""
    person.see("/account")
    here = slip(person, "Open an account")
    here.get_by_label("Name to sign in with").fill(login)
    here.get_by_label("Password").fill(password)
    here.get_by_role("button", name="Open an account").click()
    sheet = person.page.get_by_role("region", name=re.compile("^Codes for"))
    expect(sheet).to_be_visible()
    return sheet.locator("code").all_inner_texts()
