# Runs a script of the bundle.  Sourced, in a subshell, by the command in a settings file and by guardctl, with
# nothing but what is built into sh, and absolute paths: a file that PATH finds first could end it without a word.
#   root   the .autoskillit folder      code   the folder that holds hooks/      hook   the script's name
script=$code/hooks/$hook
[ -f "$script" ] || { echo "autoskillit-guards: $script is missing; run install.py again" >&2; exit 1; }
python=
[ ! -f "$root/local/python" ] || read -r python <"$root/local/python"
# A clone can bring that file, and no Python: what it names may lie in no folder that a clone fills.
case $python in /proc/* | /dev/* | *//* | */./* | */../* | "${root%/*}"/* | [!/]*) python= ;; esac
case ${python##*/} in [Pp]ython* | pypy*) ;; *) python= ;; esac
[ -x "$python" ] || python=$(set -- "$root/local/python"; . "$code/hooks/_install/find_python.sh") || exit 1
exec "$python" -I -S --check-hash-based-pycs always "$script" "$@"
