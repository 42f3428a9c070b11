package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.GlobalMemory;

/// The memory of the allocation nodes of a process (CUDA C++ Programming Guide 13.0, "Graph Memory
/// Nodes").
///
/// A node has a range of addresses as long as its graph or an executable graph of it exists, or a
/// launch has left its memory allocated. The commands of the nodes allocate and free the memory
/// there in the order of the graph. Memory that the graph does not free is in the table of
/// allocations from the launch on.
public final class GraphMemory {

    private final GlobalMemory memory;
    private final AllocationTable allocations;
    private final HandleTable handles;
    private final Map<EmulatedDevice, LaunchMemory> launches = new HashMap<>();

    /// The latest node of each range, by address.
    private final TreeMap<Long, GraphAllocation> latest = new TreeMap<>();

    public GraphMemory(GlobalMemory memory, AllocationTable allocations, HandleTable handles) {
        this.memory = memory;
        this.allocations = allocations;
        this.handles = handles;
    }

    /// The physical memory of graphs on a device.
    public LaunchMemory of(EmulatedDevice gpu) {
        return launches.computeIfAbsent(gpu, LaunchMemory::new);
    }

    /// What a node is to allocate.
    ///
    /// @param name of the function that adds the node
    /// @param bytes positive
    public record Request(String name, long bytes, EmulatedContext context) {}

    /// Finds addresses for a node that is added to a graph: those of memory that the graph has
    /// freed before, if it has as many bytes.
    ///
    /// @param dependencies nodes that the new node waits for
    /// @param access descriptions of the access of devices, `CUmemAccessDesc` each
    /// @throws DriverCallException if no addresses are left
    public GraphAllocation reserve(
            Request request,
            EmulatedGraph graph,
            Collection<GraphNode> dependencies,
            byte[] access) {
        requireOpen(graph);
        var range =
                freedBefore(dependencies, request.bytes())
                        .or(() -> memory.reserve(request.name(), request.bytes()))
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.OUT_OF_MEMORY,
                                        "there are no addresses for %s bytes"
                                                .formatted(
                                                        Long.toUnsignedString(request.bytes()))));
        var allocation = new GraphAllocation(range, request.context(), graph, access);
        latest.put(range.address(), allocation);
        return allocation;
    }

    /// Requires a graph that may get nodes of memory: no body of a conditional node, and no child
    /// graph that was moved (CUDA driver API 13.0, `CUgraphChildGraphNodeOwnership`).
    private static void requireOpen(EmulatedGraph graph) {
        if (graph.isOwned()) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "graph 0x%x belongs to a node of another graph, so it gets no nodes of memory"
                            .formatted(graph.handle()));
        }
    }

    private Optional<Allocation> freedBefore(Collection<GraphNode> nodes, long bytes) {
        var reached = new HashSet<>(nodes);
        var open = new ArrayList<>(nodes);
        while (!open.isEmpty()) {
            var node = open.removeLast();
            if (node.work() instanceof NodeWork.Free(var freed)
                    && freed.size() == bytes
                    && freed.owner() == node.graph()
                    && latest.get(freed.address()) == freed) {
                return Optional.of(freed.range());
            }
            node.dependencies().stream().filter(reached::add).forEach(open::add);
        }
        return Optional.empty();
    }

    /// The work of a new free node.
    ///
    /// @throws DriverCallException if the graph may not free what is at the address
    public NodeWork freeing(EmulatedGraph graph, long address) {
        requireOpen(graph);
        var allocation =
                Optional.ofNullable(latest.get(address))
                        .orElseThrow(() ->
                                DriverCallException.misuse(
                                        DriverResult.INVALID_VALUE,
                                        "dptr=0x%x is not the address of an allocation node: it is %s"
                                                .formatted(address, memory.describe(address))));
        boolean isOwner = graph == allocation.owner();
        if (graph.frees(allocation)) {
            throw refused(allocation, "the graph frees already");
        }
        if (isOwner && allocation.isFreedElsewhere()) {
            throw refused(allocation, "another graph frees");
        }
        if (!isOwner && allocation.owner().frees(allocation)) {
            throw refused(allocation, "the graph that allocates it frees");
        }
        allocation.freedBy(graph);
        return new NodeWork.Free(allocation);
    }

    private static DriverCallException refused(GraphAllocation allocation, String why) {
        return DriverCallException.misuse(
                DriverResult.INVALID_VALUE,
                "dptr=0x%x is %s, which %s"
                        .formatted(allocation.address(), allocation.range(), why));
    }

    /// Whether all of `bytes` bytes at `address` are memory of an allocation node, allocated or
    /// not.
    public boolean covers(long address, long bytes) {
        var before = latest.floorEntry(address);
        return before != null && address - before.getKey() <= before.getValue().size() - bytes;
    }

    /// Whether a launch has allocated memory that nothing has freed, or submitted that.
    public boolean isAllocated(GraphAllocation allocation) {
        return allocations
                .startingAt(allocation.address())
                .filter(block -> block.allocation() == allocation.range())
                .isPresent();
    }

    /// Prepares a launch: takes its memory, and has what it leaves allocated in the table. The
    /// allocations that the graph frees for others leave the table.
    ///
    /// @throws DriverCallException if memory of an earlier launch is still allocated, memory to
    ///   free is not allocated, or the device has not enough left
    public void launching(ExecutableGraph graph, EmulatedStream stream) {
        var frees = Set.copyOf(graph.frees());
        var allocates = graph.allocates();
        for (var allocation : allocates) {
            if (isAllocated(allocation)) {
                throw DriverCallException.misuse(
                        DriverResult.INVALID_VALUE,
                        "graph 0x%x has allocated %s in a launch before, which is not freed"
                                .formatted(graph.handle(), allocation.range()));
            }
        }
        var foreign = frees.stream().filter(each -> !allocates.contains(each)).toList();
        for (var allocation : foreign) {
            if (!isAllocated(allocation)) {
                throw DriverCallException.misuse(
                        DriverResult.INVALID_VALUE,
                        "graph 0x%x frees %s, which is not allocated"
                                .formatted(graph.handle(), allocation.range()));
            }
        }
        take(allocates, frees, stream);
        foreign.forEach(each -> forget(each, stream));
    }

    /// The launch is submitted.
    public void launched(ExecutableGraph graph, EmulatedStream stream) {
        for (var nodes : List.of(graph.allocates(), graph.frees())) {
            devices(nodes).forEach(device -> of(device).used(stream, graph.latest()));
        }
    }

    private void take(
            List<GraphAllocation> allocates, Set<GraphAllocation> frees, EmulatedStream stream) {
        for (var device : devices(allocates)) {
            var own = allocates.stream().filter(each -> each.context().device() == device).toList();
            var lasting = ranges(own.stream().filter(each -> !frees.contains(each)).toList());
            var temporary = new ArrayList<>(ranges(own));
            temporary.removeAll(lasting);
            of(device).take(stream, temporary, lasting);
        }
        for (var allocation : allocates.stream().filter(each -> !frees.contains(each)).toList()) {
            var owner = new AllocationTable.Owner(allocation.context(), 0);
            allocations.add(owner.of(allocation.range(), DriverAllocation.Kind.GRAPH));
        }
    }

    private static Set<EmulatedDevice> devices(Collection<GraphAllocation> nodes) {
        return nodes.stream()
                .map(each -> each.context().device())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Each range once.
    private static List<Allocation> ranges(List<GraphAllocation> nodes) {
        return nodes.stream().map(GraphAllocation::range).distinct().toList();
    }

    /// Memory that a launch has left allocated is freed in a stream: it leaves the table.
    public void forget(GraphAllocation allocation, EmulatedStream stream) {
        allocations.startingAt(allocation.address()).ifPresent(allocations::remove);
        of(allocation.context().device()).freed(allocation.range(), stream);
    }

    /// Frees memory of the table, which no work uses any more.
    public void free(DriverAllocation block, EmulatedStream stream) {
        memory.unmap(block.allocation());
        allocations.remove(block);
        of(block.context().device()).freed(block.allocation(), stream);
    }

    /// Gives back what is left of a context that ends.
    public void forget(EmulatedContext context) {
        launches.values().forEach(each -> each.forget(context));
    }

    /// Gives back the ranges of nodes whose graphs no longer exist.
    public void collect() {
        var used = new HashSet<Allocation>();
        for (var graph : handles.all(EmulatedGraph.class)) {
            graph.nodes().forEach(node -> add(node.work(), used));
        }
        for (var graph : handles.all(ExecutableGraph.class)) {
            graph.allocates().forEach(each -> used.add(each.range()));
            graph.frees().forEach(each -> used.add(each.range()));
        }
        for (var each = latest.values().iterator(); each.hasNext(); ) {
            var allocation = each.next();
            if (!used.contains(allocation.range()) && !isAllocated(allocation)) {
                memory.release(allocation.range());
                each.remove();
            }
        }
    }

    private static void add(NodeWork work, Set<Allocation> used) {
        if (work instanceof NodeWork.Allocate(var allocation)) {
            used.add(allocation.range());
        }
        if (work instanceof NodeWork.Free(var allocation)) {
            used.add(allocation.range());
        }
    }
}
