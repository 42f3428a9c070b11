package org.offloadtck.timing.figures;

/// A number about a device, with where it comes from.
///
/// @param source document and section, or file and commit
public record Figure(long value, Basis basis, String source) {}
