from bot.platforms.slack.remembered import Remembered


class Watch:
    """A clock that goes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_value_is_kept_for_its_time_and_no_longer() -> None:
    watch = Watch()
    names: Remembered[str, str] = Remembered(watch, seconds=10)
    names.put("U1", "Ann")
    watch.now += 9.9
    assert names.get("U1") == "Ann"
    watch.now += 0.1
    assert names.get("U1") is None


def test_a_value_put_anew_is_kept_anew() -> None:
    watch = Watch()
    names: Remembered[str, str] = Remembered(watch, seconds=10)
    names.put("U1", "Ann")
    watch.now += 6
    names.put("U1", "Anne")
    watch.now += 6
    assert names.get("U1") == "Anne"


def test_the_oldest_go_when_there_are_too_many() -> None:
    names: Remembered[int, int] = Remembered(Watch(), seconds=10, most=3)
    for number in range(5):
        names.put(number, number)
    assert [names.get(number) for number in range(5)] == [None, None, 2, 3, 4]


def test_a_value_can_be_forgotten_before_its_time() -> None:
    names: Remembered[str, str] = Remembered(Watch(), seconds=10)
    names.put("U1", "Ann")
    names.forget("U1")
    names.forget("U2")
    assert names.get("U1") is None


def test_what_has_run_out_takes_no_room() -> None:
    watch = Watch()
    names: Remembered[int, int] = Remembered(watch, seconds=10, most=100)
    for number in range(50):
        names.put(number, number)
    watch.now += 11
    names.put(99, 99)
    assert len(names._kept) == 1
