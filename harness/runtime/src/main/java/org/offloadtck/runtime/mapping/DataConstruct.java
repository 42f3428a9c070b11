package org.offloadtck.runtime.mapping;

/// A construct that maps, unmaps or copies data.
public enum DataConstruct {
    /// The beginning of `target data`, or `target enter data`.
    BEGIN("__tgt_target_data_begin"),
    /// The end of `target data`, or `target exit data`.
    END("__tgt_target_data_end"),
    /// `target update`.
    UPDATE("__tgt_target_data_update");

    private final String entryPoint;

    DataConstruct(String entryPoint) {
        this.entryPoint = entryPoint;
    }

    /// The runtime function that carries it out.
    public String entryPoint() {
        return entryPoint;
    }
}
