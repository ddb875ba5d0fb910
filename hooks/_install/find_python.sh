# Prints a Python 3.9 or newer, and writes it to the file named by $1 so that the next event need not look.
# Well-known places first: what `python3` names in PATH may be a shim that costs more than the hook.  Nothing that lies
# in the project is started, unless it is named by AUTOSKILLIT_PYTHON.
PATH=/usr/bin:/bin:/run/current-system/sw/bin:${PATH-}
for found in "${AUTOSKILLIT_PYTHON:-}" /opt/homebrew/bin/python3 /usr/local/bin/python3 /usr/bin/python3 python3 python \
  python3.14 python3.13 python3.12 python3.11 python3.10 python3.9; do
  found=$(command -v "$found") || continue
  case $found in "${AUTOSKILLIT_PYTHON:-}") ;; "${CLAUDE_PROJECT_DIR:-/-}"/*) continue ;; /*) ;; *) continue ;; esac
  # Without its developer tools, macOS answers a call of this stub with a dialog.
  [ "$found" != /usr/bin/python3 ] || [ ! -e /usr/bin/xcode-select ] || xcode-select -p >/dev/null 2>&1 || continue
  real=$("$found" -I -S -c 'import os, sys
if sys.version_info >= (3, 9): print(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))' \
    2>/dev/null </dev/null) || continue
  [ -x "$real" ] || continue
  local=${1%/*}
  if mkdir -p "$local" 2>/dev/null && [ -w "$local" ]; then
    [ -f "$local/.gitignore" ] || echo '*' >"$local/.gitignore"
    echo "$real" >"$1.$$" && mv -f "$1.$$" "$1"
  fi
  echo "$real"
  exit 0
done
echo 'autoskillit-guards: found no Python 3.9 or newer; install one, or name it in AUTOSKILLIT_PYTHON' >&2
exit 1
