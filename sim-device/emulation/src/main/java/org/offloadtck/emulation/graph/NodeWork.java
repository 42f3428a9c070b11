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
                case StreamCommand.Allocate _, StreamCommand.Free _, StreamCommand.Control _ ->
                        throw new IllegalStateException("such nodes have work of their own");
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

    /// One of several graphs, which a condition selects when the node is reached.
    ///
    /// @param bodies the graphs, which belong to the node
    record Conditional(GraphCondition condition, Form form, List<EmulatedGraph> bodies)
            implements NodeWork {

        public Conditional {
            bodies = List.copyOf(bodies);
        }

        /// How the condition selects: `CUgraphConditionalNodeType` (CUDA driver API 13.0).
        public enum Form {
            /// The first body once if the condition is not 0, or else the second one if there is
            /// one.
            IF,
            /// The first body as long as the condition is not 0.
            WHILE,
            /// The body whose number is the condition, once; none if there is no such body.
            SWITCH;

            /// Whether a node can have so many bodies.
            public boolean permits(int count) {
                return switch (this) {
                    case IF -> count == 1 || count == 2;
                    case WHILE -> count == 1;
                    case SWITCH -> count >= 1;
                };
            }

            /// The number of the body for a value; there may be none with that number.
            long select(int value) {
                return switch (this) {
                    case IF -> value != 0 ? 0 : 1;
                    case WHILE -> value != 0 ? 0 : Long.MAX_VALUE;
                    case SWITCH -> Integer.toUnsignedLong(value);
                };
            }
        }

        @Override
        public NodeType type() {
            return NodeType.CONDITIONAL;
        }

        @Override
        public boolean belongsTo(EmulatedContext context) {
            return condition.belongsTo(context)
                    || bodies.stream().anyMatch(body -> body.belongsTo(context));
        }
    }

    /// The graphs that belong to the node.
    default List<EmulatedGraph> graphs() {
        return switch (this) {
            case Child(var graph) -> List.of(graph);
            case Conditional(var _, var _, var bodies) -> bodies;
            case Commands _, Allocate _, Free _, Empty _, WaitEvent _ -> List.of();
        };
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
