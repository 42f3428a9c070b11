package org.offloadtck.engine.bytecode;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.offloadtck.engine.bytecode.analysis.BasicBlock;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.InstructionView.Instrumentation;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.analysis.ScalarRegion;
import org.offloadtck.engine.bytecode.analysis.TraceLayout;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.bytecode.runtime.CompiledRegion;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;

/// The compiled blocks of a program, compiled when they have been executed often and kept as long
/// as the program.
///
/// Thread-safe: blocks are compiled under the lock of the object and found without it.
public final class CompiledImage {

    private final InstructionView view;
    private final BlockCompiler compiler;
    private final RegionCompiler regionCompiler;
    private final Map<Integer, BasicBlock> basicBlocks = new TreeMap<>();
    private final Map<DecodedFunction, Liveness> liveness = new HashMap<>();
    private final Map<Integer, ScalarRegion> scalarRegions = new TreeMap<>();
    private final CompiledBlock[] blocks;
    private final CompiledRegion[] regions;
    private final int[] heat;
    private final BlockSummary[] summaries;
    private final TraceLayout[] layouts;

    private CompiledImage(LoadedProgram program, Instrumentation instrumentation) {
        var code = program.code();
        view = new InstructionView(code, instrumentation, sharing(program));
        var functions = List.of(code.laneFunctions());
        compiler = new BlockCompiler(view, functions);
        regionCompiler = new RegionCompiler(view, functions);
        blocks = new CompiledBlock[view.instructions()];
        heat = new int[view.instructions()];
        Arrays.fill(blocks, CompiledBlock.NONE);
        regions = new CompiledRegion[blocks.length];
        Arrays.fill(regions, CompiledRegion.NONE);
        summaries = new BlockSummary[view.isInstrumented() ? blocks.length : 0];
        layouts = new TraceLayout[summaries.length];
        Arrays.fill(layouts, TraceLayout.NONE);
        Arrays.fill(summaries, BlockSummary.NONE);
        for (var function : program.functions()) {
            for (var basicBlock : BasicBlock.of(view, function)) {
                basicBlocks.put(basicBlock.from(), basicBlock);
                blocks[basicBlock.from()] = CompiledBlock.COLD;
            }
            ScalarRegion.of(view, function).forEach(this::addRegion);
        }
    }

    private static InstructionView.Sharing sharing(LoadedProgram program) {
        return program.memory().isSharedWithHost()
                ? InstructionView.Sharing.HOST
                : InstructionView.Sharing.DEVICE;
    }

    private void addRegion(ScalarRegion region) {
        for (int entry : region.entries()) {
            if (region.end(view, entry) > entry) {
                scalarRegions.put(entry, region);
                regions[entry] = CompiledRegion.COLD;
            }
        }
    }

    /// The compiled blocks of a program.
    public static CompiledImage of(LoadedProgram program) {
        if (program.memory().isSharedWithHost()) {
            return program.analysis(
                            Sharing.class,
                            key -> new Sharing(new CompiledImage(key, Instrumentation.NONE)))
                    .image();
        }
        return program.analysis(
                        Plain.class, key -> new Plain(new CompiledImage(key, Instrumentation.NONE)))
                .image();
    }

    /// The instrumented blocks of a program, which record every access in an
    /// [org.offloadtck.engine.bytecode.runtime.AccessTrace].
    public static CompiledImage instrumented(LoadedProgram program) {
        if (program.memory().isSharedWithHost()) {
            return program.analysis(
                            InstrumentedSharing.class,
                            key ->
                                    new InstrumentedSharing(
                                            new CompiledImage(key, Instrumentation.ACCESSES)))
                    .image();
        }
        return program.analysis(
                        Instrumented.class,
                        key -> new Instrumented(new CompiledImage(key, Instrumentation.ACCESSES)))
                .image();
    }

    /// As [#instrumented], with the atomics on shared memory that combine their operand with it.
    public static CompiledImage instrumentedWithReductions(LoadedProgram program) {
        if (program.memory().isSharedWithHost()) {
            return instrumented(program);
        }
        return program.analysis(
                        InstrumentedWithReductions.class,
                        key ->
                                new InstrumentedWithReductions(
                                        new CompiledImage(
                                                key, Instrumentation.ACCESSES_AND_REDUCTIONS)))
                .image();
    }

    /// Identifies the blocks without instrumentation among what a program keeps.
    private record Plain(CompiledImage image) {}

    /// Identifies the instrumented blocks among what a program keeps.
    private record Instrumented(CompiledImage image) {}

    /// Identifies the instrumented blocks with atomics among what a program keeps.
    private record InstrumentedWithReductions(CompiledImage image) {}

    /// As [Plain], of a program whose memory is shared with the host. A process may register memory
    /// after the first launch.
    private record Sharing(CompiledImage image) {}

    /// As [Instrumented], of a program whose memory is shared with the host.
    private record InstrumentedSharing(CompiledImage image) {}

    /// The summary of a compiled instrumented block.
    public BlockSummary summary(int from) {
        return summaries[from].length() == 0 ? made(from) : summaries[from];
    }

    private synchronized BlockSummary made(int from) {
        return summaries[from];
    }

    /// The accesses of an instrumented phase.
    public TraceLayout layout(int phase) {
        return layouts[phase].accesses().length == 0 ? madeLayout(phase) : layouts[phase];
    }

    private synchronized TraceLayout madeLayout(int phase) {
        return layouts[phase];
    }

    /// The block that starts at a program counter, an empty one if there is none or it is not
    /// compiled yet.
    ///
    /// @param threshold executions of the code before it is compiled
    public CompiledBlock blockAt(int programCounter, int threshold) {
        var block = blocks[programCounter];
        return block.equals(CompiledBlock.COLD) ? warm(programCounter, threshold) : block;
    }

    private CompiledBlock warm(int pc, int threshold) {
        return heat[pc]++ < threshold ? CompiledBlock.COLD : compile(pc);
    }

    private synchronized CompiledBlock compile(int pc) {
        if (blocks[pc].equals(CompiledBlock.COLD)) {
            var basicBlock = Objects.requireNonNull(basicBlocks.get(pc));
            var live = liveness(basicBlock.function());
            if (view.isInstrumented()) {
                describe(basicBlock);
            }
            blocks[pc] = compiler.compile(basicBlock, live);
        }
        return blocks[pc];
    }

    /// The region that can be entered at a program counter, [CompiledRegion#NONE] if there is none,
    /// [CompiledRegion#COLD] if it is not compiled yet.
    ///
    /// @param threshold executions of the entry before the region is compiled
    public CompiledRegion regionAt(int programCounter, int threshold) {
        var region = regions[programCounter];
        if (region.equals(CompiledRegion.COLD) && heat[programCounter]++ >= threshold) {
            return compileRegion(programCounter);
        }
        return region;
    }

    private synchronized CompiledRegion compileRegion(int pc) {
        if (regions[pc].equals(CompiledRegion.COLD)) {
            var region = Objects.requireNonNull(scalarRegions.get(pc));
            var compiled = regionCompiler.compile(region, liveness(region.function()));
            for (int entry : region.entries()) {
                if (!regions[entry].equals(CompiledRegion.NONE)) {
                    regions[entry] = compiled;
                }
            }
        }
        return regions[pc];
    }

    private Liveness liveness(DecodedFunction function) {
        return liveness.computeIfAbsent(function, each -> new Liveness(view, each));
    }

    private void describe(BasicBlock basicBlock) {
        summaries[basicBlock.from()] = BlockSummary.of(view, basicBlock);
        for (var phase : basicBlock.phases(view)) {
            layouts[phase.from()] = TraceLayout.of(view, basicBlock, phase);
        }
    }
}
