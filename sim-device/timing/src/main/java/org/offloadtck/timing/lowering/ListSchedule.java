package org.offloadtck.timing.lowering;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.TimingData;

/// Orders the instructions of a basic block as an assembler does, by list scheduling: among the
/// instructions whose operands are ready, the one with the longest critical path is issued next; of
/// several, the first in program order.
///
/// Accesses of one memory keep their order.
final class ListSchedule {

    /// The memory that an instruction accesses.
    enum Memory {
        NONE,
        SHARED,
        /// Global, local or constant memory.
        OTHER,
        /// An access to an unknown state space, or one that orders others (atomic, volatile,
        /// strong).
        ANY;

        boolean accesses() {
            return this != NONE;
        }

        /// Whether accesses of these memories keep their order.
        boolean isOrderedWith(Memory other) {
            return accesses() && other.accesses() && (this == other || this == ANY || other == ANY);
        }
    }

    /// An instruction of the block.
    ///
    /// @param latency from its issue to the use of its results
    record Node(
            SassSequence sequence, RegisterDependencies registers, Memory memory, int latency) {}

    /// An instruction that must come later by that many cycles.
    private record Edge(int to, int cycles) {}

    private final List<Node> nodes;
    private final TimingData timing;
    private final List<List<Edge>> successors;
    private final int[] predecessors;
    private final int[] criticalPath;
    private final int[] earliest;
    private final Map<ExecutionUnit, Integer> unitFree = new EnumMap<>(ExecutionUnit.class);

    private ListSchedule(List<Node> nodes, TimingData timing) {
        this.nodes = nodes;
        this.timing = timing;
        int count = nodes.size();
        this.successors = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            successors.add(new ArrayList<>());
        }
        this.predecessors = new int[count];
        this.criticalPath = new int[count];
        this.earliest = new int[count];
    }

    /// The order of a block's instructions: at each place, which of `nodes` is there.
    static int[] order(List<Node> nodes, TimingData timing) {
        var schedule = new ListSchedule(nodes, timing);
        schedule.connectRegisters();
        schedule.connectAccesses();
        schedule.computeCriticalPaths();
        return schedule.place();
    }

    /// Finds what must come before what by its registers: writes before reads, reads and writes
    /// before writes.
    private void connectRegisters() {
        var writers = new HashMap<Integer, Integer>();
        var readers = new HashMap<Integer, List<Integer>>();
        for (int i = 0; i < nodes.size(); i++) {
            var node = nodes.get(i);
            for (int register : node.registers().reads()) {
                var writer = writers.get(register);
                if (writer != null) {
                    follow(writer, i);
                }
                readers.computeIfAbsent(register, _ -> new ArrayList<>()).add(i);
            }
            for (int register : node.registers().writes()) {
                var writer = writers.put(register, i);
                if (writer != null && writer != i) {
                    follow(writer, i);
                }
                for (int reader : readers.getOrDefault(register, List.of())) {
                    if (reader != i) {
                        edge(reader, i, 0);
                    }
                }
                readers.remove(register);
            }
        }
    }

    /// An instruction follows one whose results are there before.
    private void follow(int writer, int later) {
        edge(writer, later, nodes.get(writer).latency());
    }

    /// Accesses of a memory come before later ones of it.
    private void connectAccesses() {
        var accesses = new EnumMap<Memory, Integer>(Memory.class);
        for (int i = 0; i < nodes.size(); i++) {
            var node = nodes.get(i);
            for (var access : accesses.entrySet()) {
                if (access.getKey().isOrderedWith(node.memory())) {
                    edge(access.getValue(), i, 0);
                }
            }
            if (node.memory().accesses()) {
                accesses.put(node.memory(), i);
            }
        }
    }

    private void edge(int from, int to, int cycles) {
        successors.get(from).add(new Edge(to, cycles));
        predecessors[to]++;
    }

    /// Computes the critical path from each instruction to the end of the block.
    private void computeCriticalPaths() {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            criticalPath[i] = nodes.get(i).latency();
            for (var edge : successors.get(i)) {
                int through = Math.max(edge.cycles(), nodes.get(i).sequence().instructions());
                criticalPath[i] = Math.max(criticalPath[i], through + criticalPath[edge.to()]);
            }
        }
    }

    private int[] place() {
        int[] order = new int[nodes.size()];
        var open = new TreeSet<Integer>();
        for (int i = 0; i < order.length; i++) {
            if (predecessors[i] == 0) {
                open.add(i);
            }
        }
        int cycle = 0;
        for (int place = 0; place < order.length; place++) {
            int now = cycle;
            int chosen = open.stream().reduce((a, b) -> comesFirst(a, b, now)).orElseThrow();
            open.remove(chosen);
            order[place] = chosen;
            cycle = issue(chosen, Math.max(now, start(chosen)), open);
        }
        return order;
    }

    /// Selects which of two instructions is issued first: the one that can issue earlier, then the
    /// one with the longer critical path.
    private int comesFirst(int a, int b, int cycle) {
        int startA = Math.max(cycle, start(a));
        int startB = Math.max(cycle, start(b));
        if (startA != startB) {
            return startA < startB ? a : b;
        }
        if (criticalPath[a] != criticalPath[b]) {
            return criticalPath[a] > criticalPath[b] ? a : b;
        }
        return Math.min(a, b);
    }

    /// The cycle in which operands and units of an instruction are ready.
    private int start(int node) {
        int start = earliest[node];
        for (var step : nodes.get(node).sequence().steps()) {
            start = Math.max(start, unitFree.getOrDefault(step.unit(), 0));
        }
        return start;
    }

    /// Issues an instruction, and opens those that waited for it alone.
    ///
    /// @return the cycle in which the next one can be issued
    private int issue(int node, int cycle, Set<Integer> open) {
        var sequence = nodes.get(node).sequence();
        for (var step : sequence.steps()) {
            unitFree.put(step.unit(), cycle + step.count() * timing.interval(step.unit()));
        }
        for (var edge : successors.get(node)) {
            earliest[edge.to()] = Math.max(earliest[edge.to()], cycle + edge.cycles());
            if (--predecessors[edge.to()] == 0) {
                open.add(edge.to());
            }
        }
        return cycle + sequence.instructions();
    }
}
