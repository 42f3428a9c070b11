package org.offloadtck.emulation.stream;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.GraphCondition;
import org.offloadtck.emulation.graph.GraphNode;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.graph.NodeWork.Conditional.Form;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of conditional nodes and their conditions.
///
/// Requirement: ER-27.
public final class ConditionalHandlers implements DispatchTable.HandlerGroup {

    /// `CU_GRAPH_COND_ASSIGN_DEFAULT` (CUDA driver API 13.0).
    private static final int ASSIGN_DEFAULT = 1;

    /// Most bodies of a node. CUDA states no limit.
    private static final int MOST_BODIES = 1 << 16;

    private final DriverState state;

    public ConditionalHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_GRAPH_CONDITIONAL_HANDLE_CREATE, this::create);
        table.add(DriverFunction.CU_GRAPH_ADD_NODE, this::add);
    }

    private DriverReply create(Invocation call) {
        var graph = GraphHandlers.graph(call, 0);
        var context = call.context(1);
        var start =
                call.flags(3, ASSIGN_DEFAULT) == 0
                        ? GraphCondition.Start.Left.LEFT
                        : new GraphCondition.Start.Assigned(call.number(2));
        var condition =
                GraphCondition.in(
                        state.handles(), state.memory().conditions(), graph, context, start);
        return DriverReply.success(condition.handle());
    }

    private DriverReply add(Invocation call) {
        var graph = GraphHandlers.graph(call, 0);
        var dependencies = NodeList.of(call, 0, graph);
        var condition = condition(call, graph);
        var form = form(call);
        int count = call.number(3);
        if (!form.permits(count) || count > MOST_BODIES) {
            throw call.error(
                    3,
                    DriverResult.INVALID_VALUE,
                    "is no number of bodies of a node of type %s".formatted(form));
        }
        var bodies = new ArrayList<EmulatedGraph>();
        for (int body = 0; body < count; body++) {
            bodies.add(EmulatedGraph.in(state.handles()).moveTo(graph));
        }
        var node = graph.add(new NodeWork.Conditional(condition, form, bodies), dependencies);
        return DriverReply.success(node.handle()).withBuffers(NodeList.handles(bodies));
    }

    private static Form form(Invocation call) {
        return switch (call.constant(2, 2)) {
            case 0 -> Form.IF;
            case 1 -> Form.WHILE;
            default -> Form.SWITCH;
        };
    }

    /// The condition in argument 1, which has no node and is of `graph` or of a graph around it.
    private static GraphCondition condition(Invocation call, EmulatedGraph graph) {
        var condition =
                call.find(
                        1, HandleKind.CONDITION, GraphCondition.class, DriverResult.INVALID_VALUE);
        if (condition.hasNode()) {
            throw call.error(1, DriverResult.INVALID_VALUE, "has a conditional node already");
        }
        if (!graph.isWithin(condition.graph())) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "is of graph 0x%x, which does not contain the node"
                            .formatted(condition.graph().handle()));
        }
        if (call.context(4) != condition.context()) {
            throw call.error(4, DriverResult.INVALID_VALUE, "is not the context of the condition");
        }
        return condition;
    }

    /// Requires that each condition of a graph has its node, and that bodies have the nodes that
    /// they may have (CUDA driver API 13.0, `CUDA_CONDITIONAL_NODE_PARAMS`).
    static void requireValid(EmulatedGraph graph) {
        graph.conditions()
                .filter(condition -> !condition.hasNode())
                .findFirst()
                .ifPresent(condition -> {
                    throw DriverCallException.of(
                            DriverResult.INVALID_VALUE,
                            "condition 0x%x of graph 0x%x has no conditional node"
                                    .formatted(condition.handle(), graph.handle()));
                });
        for (var node : graph.nodes()) {
            if (node.work() instanceof NodeWork.Conditional(var condition, var _, var bodies)) {
                bodies.forEach(body -> requireBody(body, condition.context()));
            }
        }
    }

    private static void requireBody(EmulatedGraph body, EmulatedContext context) {
        for (var node : body.nodes()) {
            switch (node.work()) {
                case NodeWork.Commands(var commands, var _) ->
                        requireCommands(node, commands, context);
                case NodeWork.Child(var graph) -> requireBody(graph, context);
                case NodeWork.Conditional(var condition, var _, var bodies) -> {
                    if (condition.context() != context) {
                        throw refused(node, "of another context");
                    }
                    bodies.forEach(inner -> requireBody(inner, context));
                }
                case NodeWork.Empty _ -> {}
                case NodeWork.Allocate _, NodeWork.Free _, NodeWork.WaitEvent _ ->
                        throw refused(node, "of type " + node.work().type());
            }
        }
    }

    private static void requireCommands(
            GraphNode node, List<? extends StreamCommand> commands, EmulatedContext context) {
        switch (node.work().type()) {
            case KERNEL, MEMCPY, MEMSET -> {}
            case HOST,
                    GRAPH,
                    EMPTY,
                    WAIT_EVENT,
                    EVENT_RECORD,
                    MEM_ALLOC,
                    MEM_FREE,
                    BATCH_MEM_OP,
                    CONDITIONAL ->
                    throw refused(node, "of type " + node.work().type());
        }
        if (commands.stream().anyMatch(command -> command.context() != context)) {
            throw refused(node, "of another context");
        }
    }

    private static DriverCallException refused(GraphNode node, String what) {
        return DriverCallException.of(
                DriverResult.NOT_SUPPORTED,
                "node 0x%x is %s, which a body of a conditional node may not have"
                        .formatted(node.handle(), what));
    }
}
