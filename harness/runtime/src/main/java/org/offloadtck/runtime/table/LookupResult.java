package org.offloadtck.runtime.table;

/// The relation of a host range to the mapped ranges.
public sealed interface LookupResult {

    /// The range overlaps no mapping.
    record Absent() implements LookupResult {}

    /// The range is in `mapping`; or it is empty and between the base and the end of the mapping.
    ///
    /// Requirement: DM-15.
    record Contained(Mapping mapping) implements LookupResult {}

    /// The range overlaps `mapping` and exceeds it at one end or both.
    record Extending(Mapping mapping) implements LookupResult {}
}
