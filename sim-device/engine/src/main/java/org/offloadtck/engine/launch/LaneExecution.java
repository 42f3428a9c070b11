package org.offloadtck.engine.launch;

import org.offloadtck.engine.bytecode.runtime.CompiledRegion;
import org.offloadtck.engine.bytecode.runtime.LaneListener;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// The execution of a compiled region by a group of one lane, as an observer sees it: paths of
/// consecutive instructions, and accesses one after another.
///
/// The events are: [LaunchObserver#permitsLane] at the start of a block; for each access
/// [LaunchObserver#admitsLaneAccess] and [LaunchObserver#laneAccessed];
/// [LaunchObserver#laneExecuted] when the lane leaves the block, or before an instruction that is
/// interpreted.
public final class LaneExecution implements LaneListener {

    private static final int NO_PATH = -1;

    private final LaunchObserver observer;
    private final Warp warp;
    private final LaneGroup group;
    private final CompiledRegion region;
    private int last = NO_PATH;

    public LaneExecution(
            LaunchObserver observer, Warp warp, LaneGroup group, CompiledRegion region) {
        this.observer = observer;
        this.warp = warp;
        this.group = group;
        this.region = region;
    }

    public Warp warp() {
        return warp;
    }

    /// The group of the lane. Its program counter is that of the start of the region.
    public LaneGroup group() {
        return group;
    }

    @Override
    public boolean entersBlock(int block) {
        last = NO_PATH;
        return observer.permitsLane(this, region.path(block));
    }

    @Override
    public boolean admitsAccess(int programCounter, long address) {
        return observer.admitsLaneAccess(this, programCounter, address);
    }

    @Override
    public void accessed(int programCounter, long address) {
        observer.laneAccessed(this, programCounter, address);
    }

    @Override
    public void executedPath(int path) {
        observer.laneExecuted(this, region.path(path), path == last);
        last = path;
    }
}
