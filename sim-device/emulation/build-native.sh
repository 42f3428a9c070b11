#!/bin/sh
# build-native.sh OUTDIR: compiles libcuda.so.1, libomptarget.so and offload-tck-exec for x86-64 Linux,
# and writes their digest beside them. On another machine or without a C compiler it says so in a line and leaves OUTDIR
# empty.
set -eu
sources=$(cd "$(dirname "$0")/src/main/c" && pwd)
out=$1
rm -rf "$out"
mkdir -p "$out"
if [ "$(uname -s) $(uname -m)" != "Linux x86_64" ]; then
    echo "this is no x86-64 Linux: the kit is built without the emulated driver" >&2
    exit 0
fi
compiler=${CC:-cc}
if ! command -v "$compiler" > /dev/null; then
    echo "no C compiler ($compiler): the kit is built without the emulated driver" >&2
    exit 0
fi
flags="-std=gnu11 -O2 -Wall -Wextra -Werror -fvisibility=hidden"
cd "$sources"
library="arena.c client.c context.c copy.c device.c host.c hostaccess.c hostcall.c image.c kernel.c launch_server.c layout.c"
library="$library marshal.c memory.c module.c pointer.c results.c server.c session.c stream.c symbols.c unified.c wire.c"
# shellcheck disable=SC2086
"$compiler" $flags -fPIC -shared -pthread -Wl,-soname,libcuda.so.1 -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--build-id=none -o "$out/libcuda.so.1" $library -ldl
runtime="arena.c launch_server.c omptarget/async.c omptarget/data.c host.c hostaccess.c omptarget/interop.c omptarget/library.c omptarget/mapper.c"
runtime="$runtime omptarget/memory.c omptarget/runtime.c omptarget/target.c omptarget/tool.c omptarget/uid.c server.c session.c unified.c wire.c"
# shellcheck disable=SC2086
"$compiler" $flags -fPIC -shared -pthread -Wl,-soname,libomptarget.so -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--version-script,omptarget/exports.map -Wl,--build-id=none -o "$out/libomptarget.so" $runtime -ldl
# shellcheck disable=SC2086
"$compiler" $flags -Wl,--build-id=none -o "$out/offload-tck-exec" exec.c launch_server.c plugin_search.c server.c watch.c wire.c
cat "$out/libcuda.so.1" "$out/libomptarget.so" "$out/offload-tck-exec" | sha256sum | cut -d ' ' -f 1 > "$out/digest"
