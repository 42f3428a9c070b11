package org.offloadtck.simt.execution;

import org.offloadtck.simt.memory.Allocation;

/// Two observers of one launch; the first is told of each event first.
record PairedObserver(LaunchObserver first, LaunchObserver second) implements LaunchObserver {

    @Override
    public boolean takesCtasApart() {
        return first.takesCtasApart() && second.takesCtasApart();
    }

    @Override
    public boolean takesTraversals() {
        return first.takesTraversals() && second.takesTraversals();
    }

    @Override
    public boolean permits(Traversal traversal) {
        return first.permits(traversal) && second.permits(traversal);
    }

    @Override
    public boolean admits(Traversal traversal) {
        return first.admits(traversal) && second.admits(traversal);
    }

    @Override
    public void accesses(Traversal traversal) {
        first.accesses(traversal);
        second.accesses(traversal);
    }

    @Override
    public void ends(Traversal traversal) {
        first.ends(traversal);
        second.ends(traversal);
    }

    @Override
    public void begins(Cta cta) {
        first.begins(cta);
        second.begins(cta);
    }

    @Override
    public void ends(Cta cta) {
        first.ends(cta);
        second.ends(cta);
    }

    @Override
    public void executes(Warp warp, Group group, int active) {
        first.executes(warp, group, active);
        second.executes(warp, group, active);
    }

    @Override
    public void accesses(Warp warp, Group group, int active, long[] addresses) {
        first.accesses(warp, group, active, addresses);
        second.accesses(warp, group, active, addresses);
    }

    @Override
    public void enters(Warp warp, Group group) {
        first.enters(warp, group);
        second.enters(warp, group);
    }

    @Override
    public void grows(Warp warp, Group group, int from) {
        first.grows(warp, group, from);
        second.grows(warp, group, from);
    }

    @Override
    public void leaves(Warp warp, Group group) {
        first.leaves(warp, group);
        second.leaves(warp, group);
    }

    @Override
    public void joins(Warp warp, int lanes) {
        first.joins(warp, lanes);
        second.joins(warp, lanes);
    }

    @Override
    public void shuffles(Warp warp, Group group, int[] sources) {
        first.shuffles(warp, group, sources);
        second.shuffles(warp, group, sources);
    }

    @Override
    public void allocates(Warp warp, Group group, int lane, Allocation block) {
        first.allocates(warp, group, lane, block);
        second.allocates(warp, group, lane, block);
    }

    @Override
    public void completes(Cta cta, int barrier) {
        first.completes(cta, barrier);
        second.completes(cta, barrier);
    }
}
