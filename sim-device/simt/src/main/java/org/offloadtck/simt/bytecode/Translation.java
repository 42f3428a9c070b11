package org.offloadtck.simt.bytecode;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;

/// The compiled blocks of an image, made as they turn out to be needed, and kept for as long as the
/// image is.
///
/// Launches in several threads share it: blocks are made under its lock, and found without.
public final class Translation {

    private static final Map<DeviceImage, Translation> OF_IMAGES = new WeakHashMap<>();
    private static final Map<DeviceImage, Translation> TOLD = new WeakHashMap<>();

    private final Listing listing;
    private final BlockCompiler compiler;
    private final Map<Integer, Stretch> stretches = new TreeMap<>();
    private final Map<DeviceFunction, Liveness> liveness = new HashMap<>();
    private final Block[] blocks;
    private final int[] heat;
    private final Passage[] passages;
    private final int[][] accesses;

    private Translation(DeviceImage image, Audience audience) {
        var code = image.code();
        listing = new Listing(code, audience);
        compiler = new BlockCompiler(listing, List.of(code.functions()));
        blocks = new Block[listing.instructions()];
        heat = new int[listing.instructions()];
        Arrays.fill(blocks, Block.NONE);
        passages = new Passage[listing.isTold() ? blocks.length : 0];
        accesses = new int[passages.length][0];
        Arrays.fill(passages, Passage.NONE);
        for (var function : image.functions()) {
            for (var stretch : Stretch.of(listing, function)) {
                stretches.put(stretch.from(), stretch);
                blocks[stretch.from()] = Block.COLD;
            }
        }
    }

    /// The translation of an image.
    public static Translation of(DeviceImage image) {
        synchronized (OF_IMAGES) {
            return OF_IMAGES.computeIfAbsent(image, key -> new Translation(key, Audience.NOBODY));
        }
    }

    /// The translation of an image whose blocks tell of every access: [AccessTrace#tell].
    public static Translation told(DeviceImage image) {
        synchronized (TOLD) {
            return TOLD.computeIfAbsent(image, key -> new Translation(key, Audience.LISTENER));
        }
    }

    /// What a block that was made, and tells, carries out.
    public Passage passage(int from) {
        return passages[from].length() == 0 ? made(from) : passages[from];
    }

    private synchronized Passage made(int from) {
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
    public Block at(int programCounter, int patience) {
        var block = blocks[programCounter];
        return block.equals(Block.COLD) ? warm(programCounter, patience) : block;
    }

    private Block warm(int pc, int patience) {
        return heat[pc]++ < patience ? Block.COLD : compile(pc);
    }

    private synchronized Block compile(int pc) {
        if (blocks[pc].equals(Block.COLD)) {
            var stretch = Objects.requireNonNull(stretches.get(pc));
            var live =
                    liveness.computeIfAbsent(
                            stretch.function(), function -> new Liveness(listing, function));
            if (listing.isTold()) {
                describe(stretch);
            }
            blocks[pc] = compiler.compile(stretch, live);
        }
        return blocks[pc];
    }

    private void describe(Stretch stretch) {
        passages[stretch.from()] = Passage.of(listing, stretch);
        for (var phase : stretch.phases(listing)) {
            accesses[phase.from()] = Passage.accesses(listing, phase);
        }
    }
}
