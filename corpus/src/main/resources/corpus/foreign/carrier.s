# A host object that carries the first binary of objects/p16.bin, for any machine: what
# `clang -fopenmp` makes of it, less the host's code.
	.section	".llvm.offloading","e",@llvm_offloading
	.p2align	3
	.incbin	"p16.bin", 0, 480
