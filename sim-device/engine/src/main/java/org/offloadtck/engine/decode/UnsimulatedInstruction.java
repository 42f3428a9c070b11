package org.offloadtck.engine.decode;

import java.util.Set;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.opcode.IsaMnemonics;

/// Recognises instructions on textures, surfaces and matrices that the instruction table does not
/// have, which are not simulated.
final class UnsimulatedInstruction {

    /// Mnemonics without modifiers (PTX ISA §9.7.10, §9.7.11, §9.7.15), for instructions whose
    /// modifiers the instruction table does not have.
    private static final Set<String> BASE_MNEMONICS =
            Set.of(
                    "istypep", "suld", "sured", "suq", "sust", "tex", "tld4", "txq", "wgmma",
                    "wmma");

    private UnsimulatedInstruction() {}

    static boolean matches(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Opaque opaque ->
                    BASE_MNEMONICS.contains(IsaMnemonics.firstWord(opaque.mnemonic()));
            case Instruction.Operation _,
                    Instruction.Branch _,
                    Instruction.IndexedBranch _,
                    Instruction.Call _ ->
                    false;
        };
    }
}
