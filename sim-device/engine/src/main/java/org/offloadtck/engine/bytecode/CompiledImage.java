package org.offloadtck.engine.bytecode;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.offloadtck.engine.bytecode.analysis.AccessInstrumentation;
import org.offloadtck.engine.bytecode.analysis.BasicBlock;
import org.offloadtck.engine.bytecode.analysis.BlockSummary;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.Liveness;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;

/// The compiled blocks of an image, made as they turn out to be needed, and kept for as long as the
/// image is.
///
/// Launches in several threads share it: blocks are made under its lock, and found without.
public final class CompiledImage {

    private static final Map<LoadedProgram, CompiledImage> OF_IMAGES = new WeakHashMap<>();
    private static final Map<LoadedProgram, CompiledImage> TOLD = new WeakHashMap<>();

    private final InstructionView listing;
    private final BlockCompiler compiler;
    private final Map<Integer, BasicBlock> stretches = new TreeMap<>();
    private final Map<DecodedFunction, Liveness> liveness = new HashMap<>();
    private final CompiledBlock[] blocks;
    private final int[] heat;
    private final BlockSummary[] passages;
    private final int[][] accesses;

    private CompiledImage(LoadedProgram image, AccessInstrumentation audience) {
        var code = image.code();
        listing = new InstructionView(code, audience);
        compiler = new BlockCompiler(listing, List.of(code.laneFunctions()));
        blocks = new CompiledBlock[listing.instructions()];
        heat = new int[listing.instructions()];
        Arrays.fill(blocks, CompiledBlock.NONE);
        passages = new BlockSummary[listing.isInstrumented() ? blocks.length : 0];
        accesses = new int[passages.length][0];
        Arrays.fill(passages, BlockSummary.NONE);
        for (var function : image.functions()) {
            for (var stretch : BasicBlock.of(listing, function)) {
                stretches.put(stretch.from(), stretch);
                blocks[stretch.from()] = CompiledBlock.COLD;
            }
        }
    }

    /// The translation of an image.
    public static CompiledImage of(LoadedProgram image) {
        synchronized (OF_IMAGES) {
            return OF_IMAGES.computeIfAbsent(
                    image, key -> new CompiledImage(key, AccessInstrumentation.NONE));
        }
    }

    /// The translation of an image whose blocks tell of every access: [AccessTrace#setListener].
    public static CompiledImage instrumented(LoadedProgram image) {
        synchronized (TOLD) {
            return TOLD.computeIfAbsent(
                    image, key -> new CompiledImage(key, AccessInstrumentation.ACCESSES));
        }
    }

    /// What a block that was made, and tells, carries out.
    public BlockSummary summary(int from) {
        return passages[from].length() == 0 ? made(from) : passages[from];
    }

    private synchronized BlockSummary made(int from) {
        return passages[from];
    }

    /// The accesses that a phase tells of, in order.
    public int[] accesses(int phase) {
        return accesses[phase].length == 0 ? toldIn(phase) : accesses[phase];
    }

    private synchronized int[] toldIn(int phase) {
        return accesses[phase];
    }

    /// The block that begins at a program counter, an empty one when there is none or it is not
    /// made yet.
    ///
    /// @param patience how often the code there is executed before it is compiled
    public CompiledBlock blockAt(int programCounter, int patience) {
        var block = blocks[programCounter];
        return block.equals(CompiledBlock.COLD) ? warm(programCounter, patience) : block;
    }

    private CompiledBlock warm(int pc, int patience) {
        return heat[pc]++ < patience ? CompiledBlock.COLD : compile(pc);
    }

    private synchronized CompiledBlock compile(int pc) {
        if (blocks[pc].equals(CompiledBlock.COLD)) {
            var stretch = Objects.requireNonNull(stretches.get(pc));
            var live =
                    liveness.computeIfAbsent(
                            stretch.function(), function -> new Liveness(listing, function));
            if (listing.isInstrumented()) {
                describe(stretch);
            }
            blocks[pc] = compiler.compile(stretch, live);
        }
        return blocks[pc];
    }

    private void describe(BasicBlock stretch) {
        passages[stretch.from()] = BlockSummary.of(listing, stretch);
        for (var phase : stretch.phases(listing)) {
            accesses[phase.from()] = BlockSummary.accesses(listing, phase);
        }
    }
}
