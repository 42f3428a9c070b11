#!/bin/sh
# Adds, or replaces, the row of one corpus file in MANIFEST.csv and keeps the rows in order of path.
#
#   corpus/add-manifest-row.sh PATH TOOL VERSION COMMAND LICENCE DESCRIPTION
#
# PATH is below src/main/resources/corpus. What a person wrote has the tool `hand` and neither
# version, command nor digest, so it is edited without touching its row. The digest of any other
# file is computed; when the file is made anew, add its row again.
set -eu
[ $# -eq 6 ] || { sed -n '4p' "$0" >&2; exit 2; }
export LC_ALL=C
cd "$(dirname "$0")/src/main/resources/corpus"
[ -f "$1" ] || { echo "$0: $1: no such file below $PWD" >&2; exit 2; }

quoted() {
    case $1 in
        *[,\"]*) printf '"%s"' "$(printf '%s' "$1" | sed 's/"/""/g')" ;;
        *) printf '%s' "$1" ;;
    esac
}

sha256=
[ "$2" = hand ] || sha256=$(sha256sum "$1" | cut -d' ' -f1)
row="$(quoted "$1"),$sha256"
path=$1
shift
for value in "$@"; do row="$row,$(quoted "$value")"; done
{
    head -n 1 MANIFEST.csv
    { tail -n +2 MANIFEST.csv | awk -v row="$(quoted "$path")," 'index($0, row) != 1'; printf '%s\n' "$row"; } | sort
} > MANIFEST.csv.new
mv MANIFEST.csv.new MANIFEST.csv
