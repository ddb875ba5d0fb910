# Runs one hook of the guards where they are a plugin: hooks.json sources this file, $0 is its path, $1 names the script.
code=${0%/hooks/_install/plugin.sh}
root=${CLAUDE_PLUGIN_DATA:-$HOME/.autoskillit}
hook=$1.py
shift
. "$code/hooks/_install/run.sh"
