"""What a device is called, as far as it says."""

from typing import Any

BROWSERS = ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari")
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
LONGEST = 60


def device_of(request: Any) -> str:
    """A browser and its system, or the first word of what a program says of itself."""
    told = request.headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS if mark in told), "")
    system = next((name for mark, name in SYSTEMS if mark in told), "")
    if browser or system:
        return ", ".join(filter(None, [browser, system]))
    return "".join(each for each in told.split(" ")[0] if each.isprintable())[:LONGEST]
