; The source of libdevice.10.bc: a module that defines nothing. Compilers link it where NVIDIA's
; libdevice would be, so that calls of __nv_* stay calls; the simulated GPU has the functions.
;
; The triple is that of NVIDIA's file, by which the linker of LLVM's modules recognises it and reports no
; difference of triple or data layout (LLVM 16 to 22, llvm/lib/Linker/IRMover.cpp, IRLinker).
;
; Made with LLVM 14.0.6 (Debian 14.0.6-12), the oldest release of the kit's profiles that has an
; nvptx64 toolchain for OpenMP; newer ones read it:
;
;   llvm-as-14 libdevice.ll -o libdevice.10.bc
target triple = "nvptx64-nvidia-gpulibs"
