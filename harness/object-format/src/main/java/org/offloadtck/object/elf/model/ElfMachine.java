package org.offloadtck.object.elf.model;

/// The processor the code of an ELF file is for: `e_machine`.
///
/// Source: the generic ABI's registry of machine numbers.
public record ElfMachine(int code) {

    private static final long R_AARCH64_ABS64 = 257;
    private static final long R_AMDGPU_ABS64 = 3;

    /// `EM_MIPS`.
    public static final ElfMachine MIPS = new ElfMachine(8);

    /// `EM_X86_64`.
    public static final ElfMachine X86_64 = new ElfMachine(62);

    /// `EM_AARCH64`.
    public static final ElfMachine AARCH64 = new ElfMachine(183);

    /// `EM_CUDA`.
    public static final ElfMachine CUDA = new ElfMachine(190);

    /// `EM_AMDGPU`.
    public static final ElfMachine AMDGPU = new ElfMachine(224);

    /// Whether the operating system of the machine reads the permissions of the stack from
    /// `.note.GNU-stack`: true for hosts.
    public boolean runsOnAStack() {
        return !equals(CUDA) && !equals(AMDGPU);
    }

    /// Whether [#absolute64] is known.
    public boolean hasAbsolute64() {
        return equals(X86_64) || equals(AARCH64) || equals(AMDGPU);
    }

    /// The relocation type for a 64-bit absolute address. Sources: the processors' ABI supplements;
    /// for AMD GPUs, LLVM `docs/AMDGPUUsage.rst`.
    public long absolute64() {
        return switch (code) {
            case 62 -> X86Relocation.R_X86_64_64.code();
            case 183 -> R_AARCH64_ABS64;
            case 224 -> R_AMDGPU_ABS64;
            default ->
                    throw new IllegalStateException(
                            "the kit knows no relocation for a 64-bit address of machine " + code);
        };
    }

    /// Written out: the equality that a record has by itself is slow in code of the first compiler.
    @Override
    public boolean equals(Object other) {
        return other instanceof ElfMachine that && that.code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }
}
