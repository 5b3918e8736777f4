"""What pictures cost: run `python -m tests.benchmarks.pictures`.

It prints the CPU time of rendering each picture, in milliseconds: the median and the shortest of ten times.
"""

import time
from statistics import median

import click

from bot.locales import LANGUAGES
from bot.presenters.charts import charts_picture
from bot.presenters.pictures import Picture
from tests.presenters.test_chart import FIRST
from tests.presenters.test_pictures import LONGEST, VIEWS
from tests.support.pictures import png

TIMES = 10


def milliseconds(picture: Picture) -> list[float]:
    """The times of some renderings."""
    taken = []
    for _ in range(TIMES):
        start = time.process_time()
        png(picture)
        taken.append(1000 * (time.process_time() - start))
    return taken


@click.command(help=__doc__)
def main() -> None:
    views = {**VIEWS, **{f"longest {name}": view for name, view in LONGEST.items()}}
    pictures = [(name, picture) for name, view in views.items() for picture in view(LANGUAGES["ja"]).pictures]
    for name, picture in (("evaluation", charts_picture([FIRST], LANGUAGES["ja"])), *pictures):
        taken = milliseconds(picture)
        click.echo(f"{name:<24} {median(taken):6.1f} {min(taken):6.1f}")


if __name__ == "__main__":
    main()
