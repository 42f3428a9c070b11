#!/bin/sh
# build-native.sh OUTDIR: compiles libcuda.so.1, libnvidia-ml.so.1, libcudart.so, libcublas.so, libcufft.so, libcusparse.so, libcusolver.so, libcurand.so,
# libcudnn.so and libnccl.so of three CUDA releases, liboffload-tck-preload.so, libomptarget.so and offload-tck-exec for x86-64 Linux, and writes their digest
# beside them. On another machine or without a C compiler it says so in a line and leaves OUTDIR empty.
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
library="arena.c array.c attachment.c batch.c capture.c client.c context.c copy.c device.c graph.c graphics.c graphmemory.c graphnode.c host.c hostaccess.c hostcall.c image.c ipc.c jit.c kernel.c kernelnode.c launch_server.c launchstate.c layout.c"
library="$library library.c link.c marshal.c memory.c module.c nodeparams.c pointer.c pool.c reference.c results.c server.c session.c stream.c surfaceref.c symbols.c tensormap.c texture.c textureref.c unified.c userobject.c wire.c"
# shellcheck disable=SC2086
"$compiler" $flags -fPIC -shared -pthread -Wl,-soname,libcuda.so.1 -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--build-id=none -o "$out/libcuda.so.1" $library -ldl
# The symbols of NVML have no versions. It loads the driver that lies beside it.
# shellcheck disable=SC2016,SC2086
"$compiler" $flags -fPIC -shared -pthread -Wl,-soname,libnvidia-ml.so.1 -Wl,-z,nodelete -Wl,-z,defs \
    -Wl,--build-id=none -Wl,-rpath,'$ORIGIN' -o "$out/libnvidia-ml.so.1" nvml/*.c -L"$out" -l:libcuda.so.1
# library NAME MAP WORD...: links a library whose symbols have the versions of NVIDIA's. It loads the kit's libraries that
# lie beside it, or others that LD_LIBRARY_PATH names.
library() {
    name=$1
    sed "s/LIBRARY/$name/; s/MAJOR/${name##*.}/" "$2" > "$out/exports.map"
    shift 2
    # shellcheck disable=SC2016,SC2086
    "$compiler" $flags -fPIC -shared -pthread -Wl,-soname,"$name" -Wl,-z,nodelete -Wl,-z,defs \
        -Wl,--version-script,"$out/exports.map" -Wl,--build-id=none -Wl,-rpath,'$ORIGIN' -o "$out/$name" "$@"
    rm "$out/exports.map"
}
# stub LIBRARY NAME MAP: a library for linkers, which find the same symbols in it, and no other library that it needs.
stub() (
    folder=$out
    out=$out/stubs
    mkdir -p "$out"
    nm -D --defined-only "$folder/$1" | sed -n 's/^.* T \([^@]*\)\(@.*\)\{0,1\}$/__attribute__((visibility("default"))) void \1(void) {}/p' \
        > "$out/stub.c"
    library "$1" "$3" "$out/stub.c"
    mv "$out/$1" "$out/$2"
    rm "$out/stub.c"
)
cuda_runtime() {
    library "$1" cudart/exports.map -DCUDART_MAJOR="$2" cudart/*.c -ldl
}
cuda_runtime libcudart.so.11.0 11
cuda_runtime libcudart.so.12 12
cuda_runtime libcudart.so.13 13
# The libraries of mathematics have their kernels as text. The routines of cuBLAS are those of every release.
routines=$(mktemp)
# shellcheck disable=SC2086
"$compiler" $flags -I. -fPIC -r -nostdlib -o "$routines" cublas/routines/*.c mathematics/*.c
cublas() {
    library "libcublas.so.$1" cublas/exports.map -DCUBLAS_MAJOR="$1" cublas/handle.c "$routines" \
        -L"$out" -l:libcuda.so.1 -l:"$2" -lm
}
cublas 11 libcudart.so.11.0
cublas 12 libcudart.so.12
cublas 13 libcudart.so.13
stub libcublas.so.11 libcublas.so cublas/exports.map
rm "$routines"
cufft() {
    library "libcufft.so.$1" cufft/exports.map -DCUDA_MAJOR="$2" -I. cufft/*.c mathematics/*.c -L"$out" -l:libcuda.so.1 -l:"$3" -lm
}
cufft 10 11 libcudart.so.11.0
cufft 11 12 libcudart.so.12
cufft 12 13 libcudart.so.13
stub libcufft.so.10 libcufft.so cufft/exports.map
# CUDA 12 and 13 have one name for their cuSPARSE.
cusparse() {
    library "libcusparse.so.$1" cusparse/exports.map -DCUDA_MAJOR="$1" -I. cusparse/*.c mathematics/*.c -L"$out" -l:libcuda.so.1 -l:"$2"
}
cusparse 11 libcudart.so.11.0
cusparse 12 libcudart.so.12
stub libcusparse.so.11 libcusparse.so cusparse/exports.map
# The library of CUDA 11.0 has the name of that of CUDA 10, and that of CUDA 11.1 and later the name of that of CUDA 12. It needs a
# runtime for the current context only, which is the driver's, so that any runtime does.
cusolver() {
    library "libcusolver.so.$1" cusolver/exports.map -DSOLVER_MAJOR="$1" -I. cusolver/*.c mathematics/*.c -L"$out" -l:libcuda.so.1 -l:"$2" -lm
}
cusolver 10 libcudart.so.11.0
cusolver 11 libcudart.so.12
cusolver 12 libcudart.so.13
stub libcusolver.so.11 libcusolver.so cusolver/exports.map
# CUDA 11, 12 and 13 have one name for their cuRAND.
library libcurand.so.10 curand/exports.map -I. curand/*.c mathematics/*.c -L"$out" -l:libcuda.so.1 -l:libcudart.so.12 -lm
stub libcurand.so.10 libcurand.so curand/exports.map
# cuDNN 8 is that of CUDA 11 and 12, and 9 that of CUDA 12 and 13. It needs a runtime as cuSOLVER does.
cudnn() {
    library "libcudnn.so.$1" cudnn/exports.map -DCUDNN_MAJOR="$1" -I. $(find cudnn -name '*.c' | sort) mathematics/*.c -L"$out" -l:libcuda.so.1 -l:libcudart.so.12 -lm
}
cudnn 8
cudnn 9
stub libcudnn.so.8 libcudnn.so cudnn/exports.map
# NCCL has one name, and symbols without versions. It finds the runtime of the program among those of the process.
library libnccl.so.2 nccl/exports.map -I. nccl/*.c mathematics/*.c -L"$out" -l:libcuda.so.1 -l:libcudart.so.12 -ldl
stub libnccl.so.2 libnccl.so nccl/exports.map
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
