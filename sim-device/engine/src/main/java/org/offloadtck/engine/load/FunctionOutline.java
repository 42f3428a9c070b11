package org.offloadtck.engine.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.engine.program.GridBarrier;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Word;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
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
            switch (instruction) {
                case Instruction.Operation operation -> operands(operation.operands());
                case Instruction.Opaque opaque -> opaque.words().forEach(this::word);
                case Instruction.Call call -> {
                    switch (call.callee()) {
                        case Callee.Direct(var name) -> calls.add(name);
                        case Callee.Indirect _ -> callsPointers = true;
                    }
                    operands(call.results());
                    operands(call.arguments());
                }
                case Instruction.Branch _, Instruction.IndexedBranch _ -> {}
            }
        }

        private void word(Word word) {
            switch (word) {
                case Word.Verbatim _ -> {}
                case Word.Name(var operand) -> operand(operand);
            }
        }

        private void operands(List<Operand> operands) {
            operands.forEach(this::operand);
        }

        private void operand(Operand operand) {
            switch (operand) {
                case Operand.Address(var symbol, _) -> base(symbol);
                case Operand.Memory(var base, _) -> base(base);
                case Operand.Indexed(var base, var coordinates) -> {
                    base(base);
                    operands(coordinates);
                }
                case Operand.Vector(var elements) -> operands(elements);
                case SpecialRegister register -> usesGridBarrier |= GridBarrier.isAddress(register);
                case Operand.Pair _,
                        Register _,
                        Operand.Sink _,
                        Operand.Negated _,
                        Operand.Minus _,
                        Operand.Part _,
                        Immediate _ -> {}
            }
        }

        private void base(Operand.Base base) {
            if (base instanceof PtxSymbol.Global(var name)) {
                symbols.add(name);
            }
        }
    }
}
