"""What images cost: run `python -m benchmarks.images`.

It prints the CPU time of rendering each image, in milliseconds: the median and the shortest of ten times.
"""

import time
from statistics import median

import click

from bot.locales import LANGUAGES
from bot.presenters.charts import charts_image
from bot.presenters.images import Image
from tests.presenters.test_chart import FIRST
from tests.presenters.test_images import LONGEST, VIEWS
from tests.support.images import png

TIMES = 10


def milliseconds(image: Image) -> list[float]:
    """The times of some renderings."""
    taken = []
    for _ in range(TIMES):
        start = time.process_time()
        png(image)
        taken.append(1000 * (time.process_time() - start))
    return taken


@click.command(help=__doc__)
def main() -> None:
    views = {**VIEWS, **{f"longest {name}": view for name, view in LONGEST.items()}}
    images = [(name, image) for name, view in views.items() for image in view(LANGUAGES["ja"]).images]
    for name, image in (("evaluation", charts_image([FIRST], LANGUAGES["ja"])), *images):
        taken = milliseconds(image)
        click.echo(f"{name:<24} {median(taken):6.1f} {min(taken):6.1f}")


if __name__ == "__main__":
    main()
