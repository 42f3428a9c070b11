package org.offloadtck.emulation.graph;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.Resource;

/// A node of a graph.
public final class GraphNode implements Resource {

    private final long handle;
    private final EmulatedGraph graph;
    private final Set<GraphNode> dependencies = new LinkedHashSet<>();
    private final Map<Integer, byte[]> attributes = new HashMap<>();
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

    /// The attributes of a kernel that are set: values by number (CUDA driver API 13.0,
    /// `CUlaunchAttributeID`, `CUlaunchAttributeValue`). The caller may change them.
    public Map<Integer, byte[]> attributes() {
        return attributes;
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
