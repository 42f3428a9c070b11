package org.offloadtck.runtime.table;

/// How a host range lies to what is mapped.
public sealed interface LookupResult {

    /// It touches nothing mapped.
    record Absent() implements LookupResult {}

    /// It lies in `mapping`; or it is empty and lies between the mapping's base and its end.
    record Contained(Mapping mapping) implements LookupResult {}

    /// It overlaps `mapping` and leaves it, at either end.
    record Extending(Mapping mapping) implements LookupResult {}
}
