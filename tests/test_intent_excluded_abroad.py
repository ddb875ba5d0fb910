"""guards/_intent/excluded_abroad.py: the same in other languages."""
import pytest

from guards._intent.excluded import spoken_of


@pytest.mark.parametrize("text", [
    "der Button sendet nicht", "die Mail wird nicht gesendet", "no se envía el correo, arréglalo", "vergiss nicht zu pushen",
    "warum pusht der Hook nicht?", "pushe nicht, bevor die Tests grün sind"])
def test_who_tells_excludes_nothing(text):
    assert not [one for one in spoken_of(text) if one.how == "n"]


@pytest.mark.parametrize(("text", "kind"), [
    ("ohne zu pushen", "push"), ("no despliegues nada", "deploy"), ("ne ferme pas le ticket", "close"), ("先不要提交", "commit"),
    ("マージしないで", "merge"), ("não envie o email", "send"), ("не коммить", "commit"), ("ich pushe selbst", "push")])
def test_who_forbids_does(text, kind):
    assert kind in [kind for one in spoken_of(text) if one.how == "n" for kind in one.kinds]
