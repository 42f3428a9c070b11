package org.offloadtck.conformance.result;

/// An implementation that took part in a run.
///
/// @param description maker and version, as the implementation itself says
public record ImplementationRecord(ImplementationIdentity implementation, String description) {}
