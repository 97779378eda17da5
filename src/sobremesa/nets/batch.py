"""What is done to one match, done to some of them, one after the other."""

from sobremesa.kernel import rule
from sobremesa.nets import selfplay, tree

begin, descend, grow = tree.begin, tree.descend, tree.grow
open_match, choose = selfplay.open_match, selfplay.choose


@rule
def begin_some(first, last, forest, positions):
    for i in range(first, last):
        begin(i, forest, positions)


@rule
def descend_some(first, last, forest):
    for i in range(first, last):
        descend(i, forest)


@rule
def grow_some(first, last, forest):
    for i in range(first, last):
        grow(i, forest)


@rule
def open_some(first, last, forest, matches):
    for i in range(first, last):
        open_match(i, forest, matches)


@rule
def choose_some(first, last, forest, matches):
    for i in range(first, last):
        choose(i, forest, matches)


SOME = {begin: begin_some, descend: descend_some, grow: grow_some, open_match: open_some, choose: choose_some}
"""By what is done to one match."""
