package org.offloadtck.emulation.graph;

import java.util.List;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedEvent;

/// What a node does.
public sealed interface NodeWork {

    NodeType type();

    /// Whether it uses what ends with a context.
    boolean belongsTo(EmulatedContext context);

    /// Commands of one type, one after another: a copy of several slices has one for each.
    ///
    /// @param commands 1 or more
    /// @param given the fields of the structure that the program has passed; none if the work was
    ///   captured or they are those of the commands
    record Commands(List<? extends StreamCommand> commands, List<Long> given) implements NodeWork {

        public Commands {
            commands = List.copyOf(commands);
            given = List.copyOf(given);
        }

        /// Commands without a structure.
        public Commands(List<? extends StreamCommand> commands) {
            this(commands, List.of());
        }

        @Override
        public NodeType type() {
            return switch (commands.getFirst()) {
                case StreamCommand.Launch _ -> NodeType.KERNEL;
                case StreamCommand.Copy _ -> NodeType.MEMCPY;
                case StreamCommand.Fill _ -> NodeType.MEMSET;
                case StreamCommand.CallHost _ -> NodeType.HOST;
                case StreamCommand.RecordEvent _ -> NodeType.EVENT_RECORD;
                case StreamCommand.WriteValue _, StreamCommand.AwaitValue _ ->
                        NodeType.BATCH_MEM_OP;
                case StreamCommand.Allocate _, StreamCommand.Free _ ->
                        throw new IllegalStateException("nodes of memory have work of their own");
            };
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return commands.stream().anyMatch(command -> command.context() == context);
        }
    }

    /// Allocates memory.
    record Allocate(GraphAllocation allocation) implements NodeWork {

        @Override
        public NodeType type() {
            return NodeType.MEM_ALLOC;
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return allocation.context() == context;
        }
    }

    /// Frees memory that an allocation node of this or another graph allocates.
    record Free(GraphAllocation allocation) implements NodeWork {

        @Override
        public NodeType type() {
            return NodeType.MEM_FREE;
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return allocation.context() == context;
        }
    }

    /// Nothing: it joins the nodes that it waits for.
    enum Empty implements NodeWork {
        EMPTY;

        @Override
        public NodeType type() {
            return NodeType.EMPTY;
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return false;
        }
    }

    /// Waits for the latest recording of an event before the launch.
    record WaitEvent(EmulatedEvent event) implements NodeWork {

        @Override
        public NodeType type() {
            return NodeType.WAIT_EVENT;
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return event.belongsTo(context);
        }
    }

    /// A graph of its own, which belongs to the node.
    record Child(EmulatedGraph graph) implements NodeWork {

        @Override
        public NodeType type() {
            return NodeType.GRAPH;
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return graph.belongsTo(context);
        }
    }

    /// Whether it is that of a node of memory, which restricts its graph.
    default boolean isOfMemory() {
        return type() == NodeType.MEM_ALLOC || type() == NodeType.MEM_FREE;
    }

    /// The work of one command.
    static NodeWork of(StreamCommand command) {
        return new Commands(List.of(command));
    }
}
