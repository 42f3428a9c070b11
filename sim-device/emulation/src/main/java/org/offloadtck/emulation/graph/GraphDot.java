package org.offloadtck.emulation.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.emulation.queue.StreamCommand;

/// Prints a graph in the language of Graphviz (`dot`), as `cuGraphDebugDotPrint` does. Nodes have
/// their number in the graph, and kernels their name; a child graph or a body of a conditional node
/// is a cluster.
public final class GraphDot {

    private final StringBuilder text = new StringBuilder("digraph dot {\n");
    private final Map<GraphNode, String> names = new HashMap<>();

    private GraphDot() {}

    /// The text, which ends with a newline.
    public static String print(EmulatedGraph graph) {
        var dot = new GraphDot();
        dot.add(graph, "graph");
        return dot.text.append("}\n").toString();
    }

    private void add(EmulatedGraph graph, String name) {
        text.append("subgraph cluster_%s {\nlabel=\"%s\";\n".formatted(name, name));
        int number = 0;
        for (var node : graph.nodes()) {
            var own = "%s_node_%d".formatted(name, number);
            names.put(node, own);
            text.append("%s [shape=box, label=\"%d\\n%s\"];\n".formatted(own, number, label(node)));
            var graphs = node.work().graphs();
            for (int body = 0; body < graphs.size(); body++) {
                add(graphs.get(body), own + "_graph" + (graphs.size() == 1 ? "" : "_" + body));
            }
            number++;
        }
        for (var node : graph.nodes()) {
            for (var other : node.dependencies()) {
                text.append("%s -> %s;\n".formatted(names.get(other), names.get(node)));
            }
        }
        text.append("}\n");
    }

    private static String label(GraphNode node) {
        return node.work() instanceof NodeWork.Commands(var commands, var _)
                ? commands.stream().map(GraphDot::label).collect(Collectors.joining("\\n"))
                : node.work().type().name();
    }

    private static String label(StreamCommand command) {
        return switch (command) {
            case StreamCommand.Launch launch ->
                    "KERNEL\\n%s\\n%s x %s"
                            .formatted(
                                    launch.function().name(),
                                    launch.shape().grid(),
                                    launch.shape().cta());
            case StreamCommand.Copy(var _, var target, var _) ->
                    "MEMCPY\\n%d bytes".formatted(target.bytes());
            case StreamCommand.Fill(var _, var target, var _) ->
                    "MEMSET\\n%d bytes".formatted(target.bytes());
            default -> NodeWork.of(command).type().name();
        };
    }
}
