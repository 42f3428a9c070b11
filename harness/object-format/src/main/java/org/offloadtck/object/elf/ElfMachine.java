package org.offloadtck.object.elf;

/// The processor the code of an ELF file is for: `e_machine`.
///
/// Source: the generic ABI's registry of machine numbers.
public record ElfMachine(int code) {

    /// `EM_X86_64`.
    public static final ElfMachine X86_64 = new ElfMachine(62);

    /// `EM_AARCH64`.
    public static final ElfMachine AARCH64 = new ElfMachine(183);

    /// `EM_CUDA`.
    public static final ElfMachine CUDA = new ElfMachine(190);

    /// `EM_AMDGPU`.
    public static final ElfMachine AMDGPU = new ElfMachine(224);
}
