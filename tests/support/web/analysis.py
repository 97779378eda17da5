"""Matches that are looked at again in a browser."""

from sobremesa.client import House


def as_a_program(person):
    """Return the same guest, as a program knows them."""
    person.post("/api/guests", name="Ada")
    [token] = [each["value"] for each in person.context.cookies() if each["name"] == "sobremesa"]
    return House(person.address, "x", token)


def sit_alone(person, game, seats=2, **options):
    """Begin a match in which somebody plays all seats; return its table."""
    table = as_a_program(person).lay(game, seats, **options)
    for seat in range(seats):
        table.sit(seat)
    table.begin()
    while table.state["about"]["state"] == "laid":
        table.wait()
    return table


def play_texts(table, texts):
    """Play these moves, whoever's they are; return the name of the table."""
    for text in texts:
        seats = [place["seat"] for place in table.state["about"]["places"]]
        seat = next(seat for seat in seats if text in table.moves(seat))
        table.move(seat, text)
    return table.name


def play_to_the_end(table, rng):
    """Choose at random for all seats until it is over; return the name of the table."""
    seats = [place["seat"] for place in table.state["about"]["places"]]
    while not table.over:
        waiting = [seat for seat in seats if table.moves(seat)]
        if waiting:
            table.move(waiting[0], rng.choice(table.moves(waiting[0])))
        else:
            table.wait()
    return table.name


def analysed(one, name):
    """Have a match analysed; return the page of its replay."""
    page = one.see(f"/replay/{name}?moment=4")
    page.locator("[data-tab=analysis]").click()
    page.get_by_role("button", name="Analyse this match").click()
    page.locator("[data-analysis=done]").wait_for(timeout=120_000)
    return page
