import random
import time

from guards._text.dates import rfc3339, seconds


def test_agrees_with_the_calendar():
    for second in [0, 951782400, 4102444799, *(random.Random(1).randrange(0, 4 * 10**9) for _ in range(300))]:
        assert rfc3339(second) == time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
        assert seconds(rfc3339(second)) == second
