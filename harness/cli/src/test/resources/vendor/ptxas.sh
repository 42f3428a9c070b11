#!/bin/bash
# The assembler of the stand-in vendor: the toolkit's, for PTX in which `xor` has become `or`.
set -e
for word in "$@"; do
    case $word in *.s | *.ptx) perl -pi -e 's/xor\.b32/or.b32/' "$word" ;; esac
done
exec "$VENDOR_TOOLKIT/bin/ptxas" "$@"
