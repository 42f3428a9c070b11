package org.offloadtck.emulation.graph;

import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.engine.memory.Allocation;

/// What an allocation node allocates at each launch: memory at an address that stays.
public final class GraphAllocation {

    private final Allocation range;
    private final EmulatedContext context;
    private final EmulatedGraph owner;
    private final byte[] access;
    private boolean isFreedElsewhere;

    /// @param range which later nodes of the same graph may use again after a free node
    /// @param owner the graph with the node
    /// @param access descriptions of the access of devices, `CUmemAccessDesc` each
    GraphAllocation(Allocation range, EmulatedContext context, EmulatedGraph owner, byte[] access) {
        this.range = range;
        this.context = context;
        this.owner = owner;
        this.access = access.clone();
    }

    public Allocation range() {
        return range;
    }

    public long address() {
        return range.address();
    }

    /// In bytes.
    public long size() {
        return range.size();
    }

    public EmulatedContext context() {
        return context;
    }

    public EmulatedGraph owner() {
        return owner;
    }

    /// Descriptions of the access of devices, `CUmemAccessDesc` each.
    public byte[] access() {
        return access.clone();
    }

    /// Whether another graph than the owner has had a free node for it.
    public boolean isFreedElsewhere() {
        return isFreedElsewhere;
    }

    /// Records a free node of a graph.
    public void freedBy(EmulatedGraph graph) {
        isFreedElsewhere |= graph != owner;
    }
}
