"""Which paths a code removes, and which it writes over whole."""
from __future__ import annotations

import pytest

from guards._shell.targets import BUILT, targets


@pytest.mark.parametrize("code", [
    "", "print(open('a').read())", "open('a', 'a').write('x')", "open('a', 'r')", "open('a', mode)",
    "s = open('a').read().replace('x', 'y')\nopen('a', 'w').write(s)",
    "import json\nd = json.load(open('a.json'))\nd['x'] = 1\njson.dump(d, open('a.json', 'w'))",
    "p = Path('a')\np.write_text(p.read_text().replace('x', 'y'))",
    "const s = fs.readFileSync('a', 'utf8'); fs.writeFileSync('a', s.replace('x', 'y'))",
    "tmp = tempfile.mkdtemp()\nshutil.rmtree(tmp)", "shutil.rmtree(os.path.join(tempfile.mkdtemp(), 'notes'))",
    "def f(path):\n    os.remove(path)", "os.remove(f'{d}/x')", "x.remove('a')", "items.remove(item)",
    "d = tempfile.mkdtemp()\nfor p in os.listdir(d):\n    os.remove(os.path.join(d, p))"])
def test_what_changes_nothing_that_is_known(code: str) -> None:
    assert targets(code) == []


@pytest.mark.parametrize(("code", "path"), [
    ("shutil.rmtree('notes')", "notes"), ("d = 'notes'\nshutil.rmtree(d)", "notes"), ("Path('a b').unlink()", "a b"),
    ("[p.unlink() for p in pathlib.Path('notes').iterdir()]", "notes"), ("shutil.rmtree(sys.argv[1])", "given"),
    ("for p in glob.glob('notes/*'): os.remove(p)", "notes/*"), ("os.remove(os.path.join('notes', 'x'))", "notes/x"),
    ("base = Path('notes')\nfor f in base.iterdir():\n    f.unlink()", "notes"), ("(Path('a') / 'b').unlink()", "a/b"),
    ("const d = 'notes'; fs.rmSync(d, {recursive: true})", "notes"), ("unlink glob \"notes/*\"", "notes/*"),
    ("FileUtils.rm_rf 'notes'", "notes"),
    ("d = 'a/' + 'b'\nos.remove(d)", "a/b"),
    ("for(const f of fs.readdirSync('notes'))fs.unlinkSync('notes/'+f)", "notes/")])
def test_what_is_removed(code: str, path: str) -> None:
    assert ("removes", path) in targets(code, ["given"])


@pytest.mark.parametrize("code", [
    "for root, _, files in os.walk('.'):\n  for f in files:\n    if f.endswith('.pyc'):\n      os.remove(os.path.join(root, f))",
    "[p.unlink() for p in Path('.').iterdir() if p.suffix == '.pyc']",
    "for p in Path(sys.argv[1] if x else '.').glob('*.pdf'):\n    p.unlink()"])
def test_what_goes_of_a_listing_only_the_run_can_tell(code: str) -> None:
    assert targets(code) == [("removes", BUILT)]


@pytest.mark.parametrize(("code", "path"), [
    ("open('a', 'w').close()", "a"), ("with open(\"a\", \"wb\") as f: f.write(b'')", "a"), ("Path('a').write_text('x')", "a"),
    ("require('fs').writeFileSync('a', '')", "a"), ("file_put_contents('a', '')", "a"), ("File.write('a', '')", "a"),
    ("out = 'a'\njson.dump({}, open(out, 'w'))", "a"),
])
def test_what_is_written_over(code: str, path: str) -> None:
    assert ("writes", path) in targets(code)
