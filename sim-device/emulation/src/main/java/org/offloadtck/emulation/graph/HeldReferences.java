package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The references to user objects that an executable graph owns: those of its graph, and by node
/// those of its child graphs, which may be replaced.
final class HeldReferences {

    private final UserReferences own = new UserReferences();
    private final Map<GraphNode, HeldReferences> children = new LinkedHashMap<>();

    /// New references to the user objects of a graph.
    static HeldReferences of(EmulatedGraph graph) {
        return of(graph, List.of());
    }

    /// @param names nodes that stand for those with child graphs, in their order
    private static HeldReferences of(EmulatedGraph graph, List<GraphNode> names) {
        var held = new HeldReferences();
        held.own.addAll(graph.references());
        for (var node : graph.nodes()) {
            if (node.work() instanceof NodeWork.Child(var child)) {
                int index = held.children.size();
                held.children.put(index < names.size() ? names.get(index) : node, of(child));
            } else {
                node.work().graphs().forEach(body -> body.addReferences(held.own));
            }
        }
        return held;
    }

    /// Adds as many references to `all`.
    void addTo(UserReferences all) {
        all.addAll(own);
        children.values().forEach(child -> child.addTo(all));
    }

    /// Replaces the references of a child graph by those of another graph.
    ///
    /// @return those that no longer belong to the executable graph
    Optional<HeldReferences> replace(GraphNode node, EmulatedGraph graph) {
        var old = Optional.ofNullable(children.get(node));
        if (old.isPresent()) {
            var names = new ArrayList<>(old.get().children.keySet());
            children.put(node, of(graph, names));
            return old;
        }
        return children.values().stream()
                .map(child -> child.replace(node, graph))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Releases all.
    void clear() {
        own.clear();
        children.values().forEach(HeldReferences::clear);
    }
}
