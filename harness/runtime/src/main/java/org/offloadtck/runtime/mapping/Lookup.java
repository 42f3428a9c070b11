package org.offloadtck.runtime.mapping;

/// How a host range lies to what is mapped.
public sealed interface Lookup {

    /// It touches nothing mapped.
    record Absent() implements Lookup {}

    /// It lies in `mapping`; or it is empty and lies between the mapping's base and its end.
    record Contained(Mapping mapping) implements Lookup {}

    /// It overlaps `mapping` and leaves it, at either end.
    record Extending(Mapping mapping) implements Lookup {}
}
