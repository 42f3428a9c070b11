package org.offloadtck.emulation.graph;

import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.Resource;
import org.offloadtck.engine.memory.GraphConditions;

/// A condition variable of a graph, by which kernels select what a conditional node executes (CUDA
/// driver API 13.0, `cuGraphConditionalHandleCreate`). Kernels can set it as long as its graph or
/// an executable graph with it exists.
public final class GraphCondition implements Resource {

    private final long handle;
    private final GraphConditions values;
    private final EmulatedGraph graph;
    private final EmulatedContext context;
    private final Start start;

    /// Graphs and executable graphs that have it.
    private int owners = 1;

    private boolean hasNode;

    /// The value at the beginning of a launch.
    public sealed interface Start {

        /// That which the latest launch has left; 0 before the first. CUDA leaves it undefined.
        enum Left implements Start {
            LEFT
        }

        /// A value of the program (`CU_GRAPH_COND_ASSIGN_DEFAULT`).
        record Assigned(int value) implements Start {}
    }

    private GraphCondition(
            long handle,
            GraphConditions values,
            EmulatedGraph graph,
            EmulatedContext context,
            Start start) {
        this.handle = handle;
        this.values = values;
        this.graph = graph;
        this.context = context;
        this.start = start;
    }

    /// A new variable of a graph, in the table.
    public static GraphCondition in(
            HandleTable handles,
            GraphConditions values,
            EmulatedGraph graph,
            EmulatedContext context,
            Start start) {
        var condition =
                new GraphCondition(
                        handles.newHandle(HandleKind.CONDITION), values, graph, context, start);
        values.assign(condition.handle, 0);
        condition.begin();
        handles.add(condition);
        graph.add(condition);
        return condition;
    }

    @Override
    public long handle() {
        return handle;
    }

    /// The graph that has the conditional node, itself or in a graph of one of its nodes.
    public EmulatedGraph graph() {
        return graph;
    }

    public EmulatedContext context() {
        return context;
    }

    /// Whether a conditional node has it.
    public boolean hasNode() {
        return hasNode;
    }

    void setNode(boolean isThere) {
        hasNode = isThere;
    }

    /// Whether a launch begins with a value of the program.
    boolean isAssigned() {
        return start instanceof Start.Assigned;
    }

    /// A launch begins.
    void begin() {
        if (start instanceof Start.Assigned(int value)) {
            values.assign(handle, value);
        }
    }

    /// The value that it has now.
    int value() {
        return values.value(handle);
    }

    void retain() {
        owners++;
    }

    void release() {
        owners--;
        if (owners == 0) {
            values.remove(handle);
        }
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return context == other;
    }
}
