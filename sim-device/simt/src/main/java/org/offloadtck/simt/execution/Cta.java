package org.offloadtck.simt.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceImage;

/// A CTA on its way: its warps, its shared memory, its barriers.
///
/// Its warps take turns in ascending order. The object serves one CTA of the grid after another.
final class Cta {

    /// Instructions a warp may issue before the next warp's turn.
    private static final int TURN = 4096;

    private final LaunchShape shape;
    private final byte[] shared;
    private final List<Warp> warps = new ArrayList<>();
    private final Barriers barriers;
    private final DeviceImage image;
    private final Frame.Entry entry;
    private Extent position = new Extent(0, 0, 0);
    private int running;

    Cta(DeviceImage image, Frame.Entry entry, LaunchShape shape, Counts counts) {
        this.image = image;
        this.entry = entry;
        this.shape = shape;
        int dynamic = shape.dynamicSharedBytes();
        int size =
                dynamic > 0
                        ? image.dynamicSharedOffset() + dynamic
                        : entry.function().sharedBytes();
        this.shared = new byte[size];
        int count = Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
        this.barriers = new Barriers(warps, count, image.code(), counts);
        for (int i = 0; i < count; i++) {
            warps.add(new Warp(this, i, image, entry));
        }
    }

    /// Becomes the CTA at that position, not a single instruction of which has run.
    void start(Extent at) {
        position = at;
        Arrays.fill(shared, (byte) 0);
        barriers.clear();
        int threads = (int) shape.cta().volume();
        for (var warp : warps) {
            int rest = threads - warp.index() * Code.LANES;
            warp.start(Math.min(Code.LANES, rest), entry);
        }
        running = 0;
    }

    LaunchShape shape() {
        return shape;
    }

    Extent position() {
        return position;
    }

    byte[] shared() {
        return shared;
    }

    Barriers barriers() {
        return barriers;
    }

    List<Warp> warps() {
        return warps;
    }

    /// The warp whose turn it is.
    Warp running() {
        return warps.get(running);
    }

    /// Runs warps in turn until all threads have exited, none can go on, or `budget` instructions
    /// are issued.
    ///
    /// @return whether all threads have exited
    boolean run(Interpreter interpreter, long budget) {
        long left = budget;
        boolean idle = false;
        while (left > 0 && !idle && !hasEnded()) {
            idle = true;
            for (running = 0; running < warps.size(); running++) {
                long issued = running().run(interpreter, TURN);
                left -= issued;
                idle &= issued == 0;
            }
            running = 0;
        }
        boolean ended = hasEnded();
        if (idle && !ended) {
            while (running().groups().isEmpty()) {
                running++;
            }
            interpreter.pointAt(running().groups().getFirst());
            throw Deadlock.of(this, image);
        }
        return ended;
    }

    private boolean hasEnded() {
        int live = 0;
        for (int i = 0; i < warps.size(); i++) {
            live |= warps.get(i).live();
        }
        return live == 0;
    }
}
