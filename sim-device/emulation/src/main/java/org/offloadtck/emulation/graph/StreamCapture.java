package org.offloadtck.emulation.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.emulation.resource.EmulatedStream;

/// A capture: what is submitted to some streams becomes nodes of a graph. It begins with one
/// stream; one that waits for an event of a captured stream takes part from then on.
public final class StreamCapture {

    /// `CUstreamCaptureMode` (CUDA driver API 12.6): which threads may not call functions that are
    /// unsafe during the capture.
    public enum Mode {
        /// All threads.
        GLOBAL(0),
        /// The thread that began the capture.
        THREAD_LOCAL(1),
        /// None.
        RELAXED(2);

        private final int code;

        Mode(int code) {
            this.code = code;
        }

        /// The constant of the API.
        public int code() {
            return code;
        }
    }

    /// `CUstreamCaptureStatus` (CUDA driver API 12.6).
    public enum Status {
        NONE(0),
        ACTIVE(1),
        /// A call was not permitted. The capture can only be ended.
        INVALIDATED(2);

        private final int code;

        Status(int code) {
            this.code = code;
        }

        /// The constant of the API.
        public int code() {
            return code;
        }
    }

    private final long id;
    private final EmulatedStream origin;
    private final Object thread;
    private final Mode mode;
    private final EmulatedGraph graph;

    /// The nodes that the next node of each stream waits for.
    private final Map<EmulatedStream, Set<GraphNode>> ends = new LinkedHashMap<>();

    private Status status = Status.ACTIVE;
    private boolean extendsGraph;

    /// @param id from 1, another for each capture
    /// @param origin the stream with which it begins
    /// @param thread that begins it
    StreamCapture(long id, EmulatedStream origin, Object thread, Mode mode, EmulatedGraph graph) {
        this.id = id;
        this.origin = origin;
        this.thread = thread;
        this.mode = mode;
        this.graph = graph;
        ends.put(origin, Set.of());
    }

    public long id() {
        return id;
    }

    public EmulatedStream origin() {
        return origin;
    }

    public Mode mode() {
        return mode;
    }

    public EmulatedGraph graph() {
        return graph;
    }

    public Status status() {
        return status;
    }

    /// Has it add nodes to a graph of the program.
    ///
    /// @param dependencies nodes that the first node of the stream waits for
    public void extend(Collection<GraphNode> dependencies) {
        extendsGraph = true;
        setEnds(origin, dependencies);
    }

    /// Whether its graph was there before.
    public boolean extendsGraph() {
        return extendsGraph;
    }

    /// Whether `other` is the thread that began it.
    public boolean isBegunBy(Object other) {
        return thread.equals(other);
    }

    public Set<EmulatedStream> streams() {
        return ends.keySet();
    }

    /// Invalidates it: nothing is captured any more.
    public void invalidate() {
        status = Status.INVALIDATED;
    }

    /// The nodes that the next node of a stream waits for.
    public Set<GraphNode> ends(EmulatedStream stream) {
        return ends.getOrDefault(stream, Set.of());
    }

    /// Replaces the nodes that the next node of a stream waits for.
    public void setEnds(EmulatedStream stream, Collection<GraphNode> nodes) {
        ends.put(stream, new LinkedHashSet<>(nodes));
    }

    /// Has the next node of a stream wait for nodes, too. The stream takes part from then on.
    public void join(EmulatedStream stream, Collection<GraphNode> nodes) {
        var all = new LinkedHashSet<>(ends(stream));
        all.addAll(nodes);
        ends.put(stream, all);
    }

    /// Captures work of a stream.
    public void add(EmulatedStream stream, NodeWork work) {
        ends.put(stream, Set.of(graph.add(work, ends(stream))));
    }

    /// Streams whose work the first stream does not wait for.
    public List<EmulatedStream> unjoined() {
        var reached = new HashSet<GraphNode>();
        var open = new ArrayList<>(ends(origin));
        while (!open.isEmpty()) {
            var node = open.removeLast();
            if (reached.add(node)) {
                open.addAll(node.dependencies());
            }
        }
        return ends.entrySet().stream()
                .filter(entry -> !reached.containsAll(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
