package org.offloadtck.emulation.graph;

import java.util.LinkedHashSet;
import java.util.Set;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.Resource;

/// A node of a graph.
public final class GraphNode implements Resource {

    private final long handle;
    private final EmulatedGraph graph;
    private final Set<GraphNode> dependencies = new LinkedHashSet<>();
    private NodeWork work;

    GraphNode(long handle, EmulatedGraph graph, NodeWork work) {
        this.handle = handle;
        this.graph = graph;
        this.work = work;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedGraph graph() {
        return graph;
    }

    public NodeWork work() {
        return work;
    }

    /// Replaces the work by one of the same type.
    public void setWork(NodeWork newWork) {
        work = newWork;
    }

    /// The nodes that it waits for, which the caller may change.
    public Set<GraphNode> dependencies() {
        return dependencies;
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return graph.belongsTo(context);
    }
}
