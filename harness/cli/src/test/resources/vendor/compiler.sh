#!/bin/bash
# The compiler driver of a stand-in vendor: clang++-19 with the fault that its first argument names, in
# one program at one level. Outputs of sound compilations are kept and used again.
set -e
here=$(dirname "$(realpath "$0")")
fault=${1#--fault=}
shift
output= input=
previous=
for word in "$@"; do
    case $previous in -o) output=$word ;; -c) input=$word ;; esac
    case $word in --cuda-path=*) export VENDOR_TOOLKIT=${word#*=} ;; esac
    previous=$word
done

# at PROGRAM-LEVEL FILE: whether the output is that of a build.
at() {
    case $output in *-"$1"/$2) return 0 ;; *) return 1 ;; esac
}

# assembly EDIT: compiles, with the host's assembly changed by an expression of perl.
assembly() {
    clang++-19 "${@:2}" -save-temps=obj
    local source=${output%/*}/$(basename "$input" .cpp)-host-x86_64-pc-linux-gnu.s
    perl -0777 -pi -e "$1" "$source"
    clang++-19 -c "$source" -o "$output"
}

# linked EDIT...: links with ld between, which changes the wrapper object by options of llvm-objcopy.
linked() {
    VENDOR_EDIT=$1 clang++-19 "${@:2}" --ld-path="$here/ld.sh"
}

unit='two_units-O2 *-other.o'
if at $unit; then
    case $fault in
    section-flag) assembly 's/\.llvm\.offloading,"e"/.llvm.offloading,""/' "$@" && exit ;;
    section-type) assembly 's/\@llvm_offloading/\@progbits/' "$@" && exit ;;
    entry-size) assembly 's/(\.offloading\.entry\.factor:\n.*\n.*\n\s*\.quad\s+)4/${1}2/' "$@" && exit ;;
    missing-entry) assembly 's/\n\.offloading\.entry\.__omp\w+:(\n\s+\.(quad|long).*){5}//' "$@" && exit ;;
    duplicated-entry) assembly 's/(\n\.offloading\.entry\.factor:)((\n\s+\.(quad|long).*){5})/$1$2\n\t.quad factor+4\n\t.quad .offloading.entry_name\n\t.quad 4\n\t.long 0\n\t.long 0/' "$@" && exit ;;
    renamed-kernel) assembly 's/(\.asciz\s+"__omp_offloading_\w*)_l(\d+")/${1}_x$2/' "$@" && exit ;;
    crash) kill -SEGV $$ ;;
    hang) sleep 1000 ;;
    fork-bomb)
        # Stops by itself at 2048 processes.
        bomb() { [ "$1" -gt 0 ] && { bomb $(($1 - 1)) & bomb $(($1 - 1)) & }; sleep 60; }
        bomb 10
        ;;
    output) yes 'vendor: internal note' | head -c 1000000000 && exit 1 ;;
    full-disk) clang++-19 "$@" && cat "$output" >/dev/full ;;
    no-image) clang++-19 "$@" && llvm-objcopy-19 --remove-section .llvm.offloading "$output" && exit ;;
    image-kind) clang++-19 "$@" && perl -0777 -pi -e 's/(\x10\xff\x10\xad.{28})\x01/$1\x02/s' "$output" && exit ;;
    arch) clang++-19 "$@" && perl -0777 -pi -e 's/\0sm_75\0/\0sm_80\0/' "$output" && exit ;;
    triple) clang++-19 "$@" && perl -0777 -pi -e 's/nvptx64-nvidia-cuda\0/nvptx96-nvidia-cuda\0/' "$output" && exit ;;
    esac
fi
if at 'two_units-O2' '*-archived.o' && [ "$fault" = wrong-results ]; then
    exec clang++-19 "$@" --ptxas-path="$here/ptxas.sh"
fi
if at '01_parallel_for-O2' '*.o' && [ "$fault" = no-host-fallback ]; then
    assembly 's/callq?\s+__kmpc_fork_teams\b[^\n]*/nop/g' "$@" && exit
fi
case $fault in
descriptor-count) at 'two_units-O2' two_units && linked count "$@" && exit ;;
no-unregister) at 'offloading_library-O2' '*.so' && linked '--redefine-sym atexit=abs' "$@" && exit ;;
priority) at 'merged_units-O2' '*.o' && linked '--rename-section .init_array.101=.init_array.65000' "$@" && exit ;;
relocatable-section)
    at 'merged_units-O2' merged_units.o && clang++-19 "$@" &&
        llvm-objcopy-19 --rename-section .llvm.offloading.relocatable=.rodata.images "$output" && exit
    ;;
esac

# The key of an output: the words without the folder of the build, and the files that they name.
build=${output%/*/*}
key=$({
    printf '%s\n' "${@//$build/}"
    for word in "$@"; do
        case $word in "$build"/*) [ "$word" = "$output" ] || [ ! -f "$word" ] || cat "$word" ;; esac
    done
} | sha256sum | cut -c1-32)
if [ ! -e "$here/kept/$key" ]; then
    clang++-19 "$@"
    cp "$output" "$here/kept/$key.$$"
    mv "$here/kept/$key.$$" "$here/kept/$key"
fi
cp "$here/kept/$key" "$output"
