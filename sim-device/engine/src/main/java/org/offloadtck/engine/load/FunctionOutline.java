package org.offloadtck.engine.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// What must be known of a function before it is decoded.
///
/// @param function compact
/// @param statics the variables that it declares and that are not in its frame
/// @param tooLarge the variables that it declares for its frame, and that a thread has no memory
///   for
/// @param calls the functions that it calls by name, in the order of the text
/// @param symbols the names whose addresses or memory its instructions use
/// @param callsPointers whether it calls through a pointer
/// @param usesGridBarrier whether it reads a register that has the address of the grid barrier
record FunctionOutline(
        Function function,
        List<Static> statics,
        List<Variable> tooLarge,
        List<String> calls,
        List<String> symbols,
        boolean callsPointers,
        boolean usesGridBarrier) {

    /// A variable and its index in [Body#variables].
    record Static(int index, Variable variable) {}

    static FunctionOutline of(Function function) {
        var body = function.body();
        var scan = new Scan();
        body.instructions().forEach(scan::instruction);
        return new FunctionOutline(
                function.compact(),
                statics(body),
                body.variables().stream().filter(FunctionOutline::isTooLarge).toList(),
                List.copyOf(scan.calls),
                List.copyOf(scan.symbols),
                scan.callsPointers,
                scan.usesGridBarrier);
    }

    private static List<Static> statics(Body body) {
        var statics = new ArrayList<Static>();
        for (int i = 0; i < body.variables().size(); i++) {
            var variable = body.variables().get(i);
            if (!isInFrame(variable)) {
                statics.add(new Static(i, variable));
            }
        }
        return List.copyOf(statics);
    }

    private static boolean isTooLarge(Variable variable) {
        return isInFrame(variable) && ProgramLoader.isTooLarge(variable);
    }

    private static boolean isInFrame(Variable variable) {
        return variable.space() == StateSpace.LOCAL || variable.space() == StateSpace.PARAM;
    }

    String name() {
        return function.name();
    }

    boolean isKernel() {
        return function.isKernel();
    }

    /// Collects what instructions use.
    private static final class Scan {

        final Set<String> calls = new LinkedHashSet<>();
        final Set<String> symbols = new LinkedHashSet<>();
        boolean callsPointers;
        boolean usesGridBarrier;

        void instruction(Instruction instruction) {
            if (instruction instanceof Instruction.Call call) {
                switch (call.callee()) {
                    case Callee.Direct(var name) -> calls.add(name);
                    case Callee.Indirect _ -> callsPointers = true;
                }
            }
            instruction.forEachOperand(this::operand);
        }

        private void operand(Operand operand) {
            operand.symbolName().ifPresent(symbols::add);
            usesGridBarrier |=
                    operand instanceof SpecialRegister register && GridBarrier.isAddress(register);
        }
    }
}
