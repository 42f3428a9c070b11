package org.offloadtck.launch.simulate;

/// A file of device code.
///
/// @param name names the file in diagnostics
public record PtxFile(String name, String text) {}
