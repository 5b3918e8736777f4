import ast
from textwrap import dedent

from benchmarks.assertions import assertions


def test_assertions_are_asserts_what_must_raise_last_and_calls_of_helpers_that_check() -> None:
    source = """
        def test_a_room(room):
            room.open()
            if room.is_open:
                assert room
            with pytest.raises(Closed):
                room.close()
                room.close_again()
            check_approved(room)
    """
    found = [ast.unparse(node) for node in assertions(ast.parse(dedent(source)))]
    assert sorted(found) == ["assert room", "check_approved(room)", "room.close_again()"]
