"""The values that a reading is made of."""
from guards._shell import reading
from guards._shell.machine import read


def test_every_touch_and_every_reason_is_of_the_closed_list():
    found = read("frob a; rm b; chmod +x c; ls > d; ls >> e; sh f.sh; echo 'g", "/p")
    assert {touch.how for touch in found.touches} <= {reading.WRITES, reading.ADDS, reading.REMOVES, reading.CHANGES,
                                                       reading.MAY}
    assert {reason.partition(":")[0] for reason in found.unknown} <= {
        reading.NO_ROW, reading.NOT_READABLE, reading.NOT_DECODABLE, reading.BOUND, reading.OUT_OF_TIME}
    assert found.broken and len(found.unknown) == 3
