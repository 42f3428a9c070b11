package org.offloadtck.toolkit;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.toolkit.link.GpuArchitecture;

/// The output of `--verbose`: the sizes that the text of a module states.
final class PtxStatistics {

    private PtxStatistics() {}

    static List<String> of(PtxModule module, GpuArchitecture gpu) {
        var lines = new ArrayList<String>();
        lines.add(
                "%d bytes gmem, %d bytes cmem, %d bytes smem"
                        .formatted(
                                bytes(module.variables(), StateSpace.GLOBAL),
                                bytes(module.variables(), StateSpace.CONST),
                                bytes(module.variables(), StateSpace.SHARED)));
        for (var function : module.functions()) {
            if (function.isKernel()) {
                lines.add("Compiling entry function '%s' for '%s'".formatted(function.name(), gpu));
            }
            lines.add(
                    "Function properties for %s\n    %s"
                            .formatted(function.name(), properties(function)));
        }
        return lines;
    }

    /// Nothing is spilled: a simulated thread has all registers that its function declares.
    private static String properties(Function function) {
        var body = function.body();
        return "%d bytes stack frame, 0 bytes spill stores, 0 bytes spill loads, %d bytes smem, %d"
                        .formatted(
                                bytes(body.variables(), StateSpace.LOCAL),
                                bytes(body.variables(), StateSpace.SHARED),
                                body.registers().size())
                + " virtual registers";
    }

    private static long bytes(List<Variable> variables, StateSpace space) {
        return variables.stream()
                .filter(variable -> variable.space() == space)
                .mapToLong(Variable::size)
                .sum();
    }
}
