package org.offloadtck.linker.module;

/// A register of x86-64, by its number in an instruction.
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

    /// The low three bits of the number, which are in the instruction.
    int low() {
        return number & 7;
    }

    /// The fourth bit of the number, which is in the REX prefix.
    int high() {
        return number >> 3;
    }
}
