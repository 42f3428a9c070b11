package org.offloadtck.emulation.graph;

/// The type of a node: those of `CUgraphNodeType` (CUDA driver API 13.0) that are emulated.
public enum NodeType {
    KERNEL(0),
    MEMCPY(1),
    MEMSET(2),
    HOST(3),
    GRAPH(4),
    EMPTY(5),
    WAIT_EVENT(6),
    EVENT_RECORD(7),
    MEM_ALLOC(10),
    MEM_FREE(11),
    BATCH_MEM_OP(12),
    CONDITIONAL(13);

    private final int code;

    NodeType(int code) {
        this.code = code;
    }

    /// The constant of the API.
    public int code() {
        return code;
    }
}
