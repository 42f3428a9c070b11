package org.offloadtck.launch.simulate;

/// A file of device code.
///
/// @param name what diagnostics call it
public record PtxFile(String name, String text) {}
