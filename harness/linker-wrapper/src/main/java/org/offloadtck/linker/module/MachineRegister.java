package org.offloadtck.linker.module;

/// A register, by its number in an instruction.
///
/// @see "Intel 64 Architectures Software Developer's Manual, volume 2, table 3-1"
enum MachineRegister {
    RAX(0),
    RCX(1),
    RDX(2),
    RSI(6),
    RDI(7),
    R8(8),
    R9(9);

    private final int number;

    MachineRegister(int number) {
        this.number = number;
    }

    /// The three bits that go into the instruction itself.
    int low() {
        return number & 7;
    }

    /// The fourth bit, which goes into the REX prefix.
    int high() {
        return number >> 3;
    }
}
