package org.offloadtck.conformance.plan;

import java.util.List;

/// What a machine must have to judge a cell.
public enum ResourceClass {
    NONE("none"),
    OPENCL("opencl"),
    GPU("gpu");

    static final List<ResourceClass> ALL = List.of(values());

    private final String word;

    ResourceClass(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
