package org.offloadtck.sim;

import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;

/// A kernel of a loaded module.
record SimulatedKernel(SimulatedProgram program, DecodedFunction function, int deviceMaximum)
        implements Kernel {

    @Override
    public String name() {
        return function.name();
    }

    /// The limit of `.maxntid` or `.reqntid`, or else that of the device.
    @Override
    public int maxGroupSize() {
        return function.function().signature().directives().stream()
                .filter(d -> d.kind() == Kind.MAXNTID || d.kind() == Kind.REQNTID)
                .map(FunctionDirective::values)
                .map(extents -> extents.stream().reduce(1L, (a, b) -> a * b))
                .mapToInt(threads -> (int) Math.min(threads, deviceMaximum))
                .findFirst()
                .orElse(deviceMaximum);
    }
}
