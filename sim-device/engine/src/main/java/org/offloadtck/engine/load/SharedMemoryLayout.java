package org.offloadtck.engine.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Variable;

/// Lays out shared memory: module-scope variables, variables of device functions, variables of the
/// kernel. The variables of all kernels start at the same offset; dynamic shared memory follows the
/// largest.
final class SharedMemoryLayout {

    private final String source;
    private final Map<String, Integer> ends = new HashMap<>();
    private final List<PlacedVariable> placed = new ArrayList<>();
    private int next;
    private int kernels;
    private int largest;
    private int dynamicAlignment = 16;
    private Scope scope = Scope.MODULE;
    private String current = "";

    private enum Scope {
        MODULE,
        FUNCTIONS,
        KERNELS
    }

    SharedMemoryLayout(String source) {
        this.source = source;
    }

    void endModuleScope() {
        scope = Scope.FUNCTIONS;
        largest = next;
    }

    void endFunctionScope() {
        scope = Scope.KERNELS;
        kernels = next;
        largest = next;
    }

    void begin(FunctionOutline function) {
        if (scope == Scope.KERNELS) {
            next = kernels;
            ends.put(function.name(), next);
        }
        current = function.name();
    }

    /// Places a variable of the current scope.
    ///
    /// @return its offset in shared memory
    int place(Variable variable) {
        int alignment = Math.max(1, variable.alignment());
        long offset = (long) Math.ceilDiv(next, alignment) * alignment;
        long end = offset + variable.size();
        if (end > Integer.MAX_VALUE / 2) {
            throw new ProgramLoadException(
                    source,
                    variable.span(),
                    "variable '%s': shared memory ends at %d bytes when it should be at most %d"
                            .formatted(variable.name(), end, Integer.MAX_VALUE / 2));
        }
        var owner = scope == Scope.KERNELS ? current : "";
        placed.add(new PlacedVariable(owner, variable.name(), offset, variable.size()));
        next = (int) end;
        largest = Math.max(largest, next);
        if (scope == Scope.KERNELS) {
            ends.put(current, next);
        }
        return (int) offset;
    }

    /// Bytes of shared memory of a CTA of a kernel.
    int bytes(Function function) {
        return ends.getOrDefault(function.name(), 0);
    }

    /// All placed variables.
    List<PlacedVariable> placed() {
        return placed;
    }

    /// Aligns dynamic shared memory to at least `alignment`.
    void alignDynamic(int alignment) {
        dynamicAlignment = Math.max(dynamicAlignment, alignment);
    }

    int dynamicOffset() {
        return Math.ceilDiv(largest, dynamicAlignment) * dynamicAlignment;
    }
}
