#!/bin/sh
# Links PTX of an OpenMP program with functions of LLVM 19's device runtime, and writes the image.
#
#   corpus/link-device-runtime.sh MODULE.s RUNTIME.s > IMAGE.ptx
#
# clang 19 leaves some functions of the device runtime undefined, and its linker wrapper links them
# from libomptarget.devicertl.a. Compile and link with -save-temps: MODULE.s is the nvptx64 .s of the
# compilation, RUNTIME.s that of the wrapper (OUTPUT.nvptx64-nvidia-cuda.sm_75.s). The wrapper
# assembles both, and nvlink links them; here the functions of RUNTIME.s are appended to MODULE.s.
# They are weak, so that images of several objects can be linked. Variables of RUNTIME.s are left
# out: they are weak, and MODULE.s has them.
set -eu
[ $# -eq 2 ] || { sed -n '4p' "$0" >&2; exit 2; }
functions=$(sed -n 's/^\.visible \.func .*\(__kmpc_[a-z_]*\)(.*/\1/p' "$2")
[ -n "$functions" ] || {
    echo "$0: $2: has no function of the device runtime when it should define those that $1 calls" >&2
    exit 1
}

# `ptxas` rejects an `.extern` declaration of a function that the module defines.
exec awk -v names="$functions" '
    BEGIN { split(names, list); for (i in list) defined[list[i]] = 1 }
    FNR == NR { if ($1 == ".extern" && $NF in defined) sub(/^\.extern/, ".weak"); print; next }
    /^\.visible \.func/ { copy = 1; sub(/^\.visible/, ".weak") }
    copy { print }
    /^}/ { copy = 0 }
' "$1" "$2"
