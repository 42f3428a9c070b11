package org.offloadtck.engine.schedule;

import java.lang.foreign.MemorySegment;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaunchShape;

/// What a launch is to do, the same for every CTA.
///
/// @param parameters the kernel's, in native memory
/// @param workspace address of its [org.offloadtck.engine.program.GridBarrier], or 0
public record GridLaunch(
        LoadedProgram image,
        DecodedFunction kernel,
        LaunchShape shape,
        MemorySegment parameters,
        long workspace,
        LaunchOptions options) {

    /// CTAs of the grid.
    long ctas() {
        return shape.grid().volume();
    }

    /// A frame of the kernel from which nothing was called yet.
    public CallFrame.Entry entry() {
        return new CallFrame.Entry(
                kernel,
                image.code().constants().values().length,
                Code.CONSTANT_PREDICATES,
                image.threadLocalBytes());
    }
}
