#!/bin/sh
# guardctl hook event NAME: one event
case $0 in */*) d=${0%/*} ;; *) d=. ;; esac
d=$(CDPATH= cd -- "$d/.." && pwd -P) || exit 1
c=${XDG_DATA_HOME:-$HOME/.local/share}/autoskillit
p=$c/python s=$c/code/hooks k=${XDG_STATE_HOME:-$HOME/.local/state}/autoskillit/code e=1
for s in "$s" "$d/.autoskillit/bundle/hooks" "$d/../hooks" ""; do
  [ -f "$s/event.py" ] || [ -f "$k" ] && break
done
[ "$4" != copilot ] || e=0 # it takes 1 for a denial
if [ ! "$s" ]; then
  m="the guards are not on this machine, so nothing guards this session: run install.py of autoskillit-guards"
  [ "$1" = hook ] || { echo "autoskillit: $m" >&2; exit 1; }
  case $3 in SessionStart | UserPromptSubmit) echo "{\"systemMessage\": \"autoskillit: $m\"}" ;; esac
  [ "$5" = strict ] && [ "$3" = PreToolUse ] && exit 1
  exit 0
fi
for p in "$p" "$AUTOSKILLIT_PYTHON" /opt/homebrew/bin/python3 /usr/local/bin/python3* /usr/bin/python3* \
  $(command -v python3); do
  case $p in "$d"/* | [!/]*) continue ;; esac # nothing of the project's own
  [ -x "$p" ] || continue
  [ "$p" = "$c/python" ] && break
  "$p" -I -S -c 'import sys; sys.exit(sys.version_info < (3, 9))' </dev/null 2>&1 || continue
  mkdir -p "$c" && ln -sf "$p" "$c/python"
  break
done 2>/dev/null
[ -x "$p" ] || { echo 'autoskillit: found no Python 3.9 or newer; name one in AUTOSKILLIT_PYTHON' >&2; exit $e; }
[ -f "$s/event.py" ] || "$p" -I -S -m zipfile -e "$k" "$c/code" # the packed copy
[ "$1" = hook ] || exec "$p" -I -S "$s/guardctl.py" --project "$d" "$@"
n=$2
[ -f "$s/$n.py" ] || exit $e
shift 2
exec "$p" -I -S "$s/$n.py" "$@"
