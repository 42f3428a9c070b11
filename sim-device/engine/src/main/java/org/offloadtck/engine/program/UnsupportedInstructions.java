package org.offloadtck.engine.program;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Which kernels can be launched: those that come to no instruction on textures, surfaces or
/// matrices, themselves or in what they call by name. What is called by its address is not
/// searched; there such an instruction faults when it is executed.
public final class UnsupportedInstructions {

    private static final Set<Opcode> MISSING =
            Set.of(
                    Opcode.SULD,
                    Opcode.SUST,
                    Opcode.TEX,
                    Opcode.WMMA_LOAD,
                    Opcode.WMMA_MMA,
                    Opcode.WMMA_STORE);

    /// First words of such instructions (PTX ISA §9.7.10, §9.7.11, §9.7.15), for those whose
    /// modifiers the instruction table does not have.
    private static final Set<String> MISSING_WORDS =
            Set.of("istypep", "suld", "sured", "suq", "sust", "tex", "tld4", "txq", "wmma");

    private final Map<String, DecodedFunction> functions = new HashMap<>();

    UnsupportedInstructions(List<DecodedFunction> functions) {
        functions.forEach(function -> this.functions.put(function.name(), function));
    }

    /// An instruction, and the function it is in.
    record Found(DecodedFunction function, Instruction instruction) {}

    /// The first instruction that keeps a kernel from being launched: its own, or of the functions
    /// it calls in the order it calls them.
    Optional<Found> obstacle(DecodedFunction kernel) {
        var seen = new HashSet<String>();
        var open = new ArrayDeque<DecodedFunction>();
        open.add(kernel);
        while (!open.isEmpty()) {
            var function = open.remove();
            for (var instruction : function.function().body().instructions()) {
                if (isMissing(instruction)) {
                    return Optional.of(new Found(function, instruction));
                }
                if (instruction instanceof Instruction.Call call
                        && call.callee() instanceof Callee.Direct(var name)
                        && seen.add(name)) {
                    Optional.ofNullable(functions.get(name)).ifPresent(open::add);
                }
            }
        }
        return Optional.empty();
    }

    public static boolean isMissing(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Operation operation -> MISSING.contains(operation.opcode());
            case Instruction.Opaque opaque -> MISSING_WORDS.contains(firstWord(opaque.mnemonic()));
            case Instruction.Branch _, Instruction.IndexedBranch _, Instruction.Call _ -> false;
        };
    }

    private static String firstWord(String mnemonic) {
        int dot = mnemonic.indexOf('.');
        return dot < 0 ? mnemonic : mnemonic.substring(0, dot);
    }
}
