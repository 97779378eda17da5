"""Parts that not everybody needs, and the sentence that says how to get one."""

from sobremesa.mistakes import NotInstalled


def missing(package: str, extra: str) -> NotInstalled:
    """What to raise where a package is not there."""
    return NotInstalled(f"This needs {package}, which is not installed: pip install 'sobremesa[{extra}]'.")
