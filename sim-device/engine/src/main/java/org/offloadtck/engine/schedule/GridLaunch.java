package org.offloadtck.engine.schedule;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.Cluster;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;

/// The arguments of a launch, the same for every CTA.
///
/// @param parameters the kernel's parameter block, in native memory
/// @param gridBarrier address of the state of the grid barrier
///   ([org.offloadtck.engine.program.GridBarrier]), or 0
record GridLaunch(
        LoadedProgram program,
        DecodedFunction kernel,
        LaunchShape shape,
        MemorySegment parameters,
        long gridBarrier,
        LaunchOptions options) {

    /// CTAs of the grid.
    long ctas() {
        return shape.grid().volume();
    }

    /// The state of a cluster that has not started.
    ///
    /// @param arena owner of its memory
    Cluster createCluster(Arena arena) {
        return new Cluster(
                Stream.generate(() -> createCta(arena)).limit(shape.cluster().ctas()).toList());
    }

    private Cta createCta(Arena arena) {
        return new Cta(program, entry(), shape, gridBarrier, options.turns(), arena);
    }

    /// An estimate of the host memory that the state of a CTA takes, in bytes. Called functions may
    /// need as many registers again as the kernel.
    long ctaStateBytes() {
        var entry = entry();
        long warps = Math.ceilDiv(shape.cta().volume(), Code.LANES);
        long warpBytes = 2L * Long.BYTES * entry.rowsEnd() + (long) Code.LANES * entry.localEnd();
        long shared = (long) kernel.sharedBytes() + shape.dynamicSharedBytes();
        return warps * warpBytes + shared;
    }

    /// The thread of a lane of a warp, as messages name it.
    FaultingThread thread(Warp warp, int lane) {
        return new FaultingThread(
                kernel.name(),
                warp.cta().position(),
                shape.cta().position(warp.index() * Code.LANES + lane));
    }

    /// The place of an instruction in the PTX and in the source.
    CodeLocation location(int programCounter) {
        var location = program.instruction(programCounter).location();
        return new CodeLocation(
                program.source(programCounter), location.span(), location.debugLocation());
    }

    private CallFrame.Entry entry() {
        return new CallFrame.Entry(
                kernel,
                program.code().constants().values().length,
                Code.CONSTANT_PREDICATES,
                program.threadLocalBytes());
    }
}
