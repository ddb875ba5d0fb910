#!/bin/sh
# What the guards know and did: guardctl status | tail | why | --help.  `guardctl hook EVENT` runs one event.
case $0 in */*) d=${0%/*} ;; *) d=. ;; esac
d=$(CDPATH= cd -- "$d/.." && pwd) || exit 1
c=$XDG_DATA_HOME; [ "$c" ] || c=$HOME/.local/share
c=$c/autoskillit p=$c/python s=$c/code/hooks
[ -f "$s/guardctl.py" ] || s=$d/.autoskillit/bundle/hooks
[ -f "$s/guardctl.py" ] || s=$d/../hooks
if [ ! -f "$s/guardctl.py" ]; then
  m="the guards of this project are not installed on this machine, so nothing guards this session; run install.py of autoskillit-guards here"
  [ "$1" = hook ] || { echo "autoskillit: $m" >&2; exit 1; }
  case $2 in session_start | user_prompt_submit) echo "{\"systemMessage\": \"autoskillit: $m\"}" ;; esac
  [ "$3" = strict ] && [ "$2" = pre_tool_use ] && exit 1
  exit 0
fi
if [ ! -x "$p" ]; then
  for p in "$AUTOSKILLIT_PYTHON" /opt/homebrew/bin/python3 /usr/local/bin/python3 /usr/bin/python3 \
    $(command -v python3 python3.13 python3.12 python3.11 python3.10 python3.9); do
    case $p in "$d"/* | [!/]* | '') continue ;; esac # nothing that lies in the project is started
    [ -x "$p" ] && "$p" -I -S -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null </dev/null || continue
    mkdir -p "$c" 2>/dev/null && ln -s "$p" "$c/python" 2>/dev/null
    break
  done
  [ -x "$p" ] || { echo 'autoskillit: found no Python 3.9 or newer; name one in AUTOSKILLIT_PYTHON' >&2; exit 1; }
fi
if [ "$1" = hook ]; then
  [ -f "$s/$2.py" ] && exec "$p" -I -S "$s/$2.py"
  exit 1
fi
exec "$p" -I -S "$s/guardctl.py" --project "$d" "$@"
