#!/bin/sh
# build-native.sh OUTDIR: compiles libcuda.so.1, libcudart.so of three CUDA releases, liboffload-tck-preload.so,
# libomptarget.so and offload-tck-exec for x86-64 Linux, and writes their digest beside them. On another
# machine or without a C compiler it says so in a line and leaves OUTDIR empty.
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
library="arena.c array.c batch.c capture.c client.c context.c copy.c device.c graph.c graphics.c graphmemory.c graphnode.c host.c hostaccess.c hostcall.c image.c ipc.c jit.c kernel.c kernelnode.c launch_server.c layout.c"
library="$library library.c link.c marshal.c memory.c module.c nodeparams.c pointer.c pool.c results.c server.c session.c stream.c symbols.c tensormap.c texture.c unified.c userobject.c wire.c"
# shellcheck disable=SC2086
"$compiler" $flags -fPIC -shared -pthread -Wl,-soname,libcuda.so.1 -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--build-id=none -o "$out/libcuda.so.1" $library -ldl
# The CUDA runtime loads the driver that lies beside it, or another one that LD_LIBRARY_PATH names.
cuda_runtime() {
    sed "s/LIBRARY/$2/" cudart/exports.map > "$out/cudart.map"
    # shellcheck disable=SC2016,SC2086
    "$compiler" $flags -DCUDART_MAJOR="$1" -fPIC -shared -pthread -Wl,-soname,"$2" -Wl,-z,nodelete -Wl,-z,defs \
        -Wl,--version-script,"$out/cudart.map" -Wl,--build-id=none -Wl,-rpath,'$ORIGIN' -o "$out/$2" cudart/*.c -ldl
    rm "$out/cudart.map"
}
cuda_runtime 11 libcudart.so.11.0
cuda_runtime 12 libcudart.so.12
cuda_runtime 13 libcudart.so.13
# The CUDA runtime that it loads is the one that lies beside it, whatever LD_LIBRARY_PATH names.
# shellcheck disable=SC2016,SC2086
"$compiler" $flags -fPIC -shared -Wl,-soname,liboffload-tck-preload.so -Wl,-z,initfirst -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--build-id=none -Wl,--disable-new-dtags -Wl,-rpath,'$ORIGIN' -o "$out/liboffload-tck-preload.so" \
    preload/*.c -ldl
runtime="arena.c launch_server.c omptarget/async.c omptarget/data.c host.c hostaccess.c omptarget/interop.c omptarget/library.c omptarget/mapper.c"
runtime="$runtime omptarget/memory.c omptarget/runtime.c omptarget/target.c omptarget/tool.c omptarget/uid.c server.c session.c unified.c wire.c"
# shellcheck disable=SC2086
"$compiler" $flags -fPIC -shared -pthread -Wl,-soname,libomptarget.so -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--version-script,omptarget/exports.map -Wl,--build-id=none -o "$out/libomptarget.so" $runtime -ldl
# shellcheck disable=SC2086
"$compiler" $flags -Wl,--build-id=none -o "$out/offload-tck-exec" exec.c launch_server.c plugin_search.c server.c watch.c wire.c
cat "$out"/lib* "$out/offload-tck-exec" | sha256sum | cut -d ' ' -f 1 > "$out/digest"
