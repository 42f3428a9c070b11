package org.offloadtck.engine.deviceruntime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// The parameters of a kernel that are pointers to global memory: those that it loads and converts
/// by `cvta.to.global`, as compilers do with pointers that are parameters of kernels. The type
/// alone does not show it, since integers have the same one.
final class PointerParameters {

    /// A parameter that is a pointer.
    ///
    /// @param index of the parameter
    /// @param offset in the parameter block, in bytes
    record Parameter(int index, int offset) {

        /// The value in a parameter block.
        long value(byte[] block) {
            return ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getLong(offset);
        }
    }

    private PointerParameters() {}

    static List<Parameter> of(DecodedFunction kernel) {
        var names = converted(kernel);
        var parameters = kernel.function().signature().parameters();
        var pointers = new ArrayList<Parameter>();
        for (int i = 0; i < parameters.size(); i++) {
            var slot = kernel.parameters().get(i);
            if (slot.size() == Long.BYTES && names.contains(parameters.get(i).name())) {
                pointers.add(new Parameter(i, slot.offset()));
            }
        }
        return pointers;
    }

    /// The names of the parameters that the kernel converts.
    private static Set<String> converted(DecodedFunction kernel) {
        Map<Register, String> loaded = new HashMap<>();
        var names = new HashSet<String>();
        for (var instruction : kernel.function().body().instructions()) {
            if (instruction instanceof Operation operation) {
                if (isOf(operation, Opcode.LD, StateSpace.PARAM)
                        && operation.operands().getFirst() instanceof Register register
                        && operation.operands().getLast()
                                instanceof Operand.Memory(PtxSymbol symbol, long offset)
                        && offset == 0) {
                    loaded.put(register, symbol.name());
                }
                if (isOf(operation, Opcode.CVTA_TO, StateSpace.GLOBAL)
                        && operation.operands().getLast() instanceof Register register
                        && loaded.containsKey(register)) {
                    names.add(loaded.getOrDefault(register, ""));
                }
            }
        }
        return names;
    }

    private static boolean isOf(Operation operation, Opcode opcode, StateSpace space) {
        return operation.opcode() == opcode
                && operation.modifiers().or(StateSpace.GENERIC) == space;
    }
}
