package org.offloadtck.implementation.program;

/// A function that device code may call through a pointer to the host's version, named by the
/// `indirect` clause.
///
/// @param symbol of the host's version: its mangled name
/// @param entry the device variable with the address of the device's version, in editions that make
///   one: `__omp_offloading_fe00_21849c_ifun_l3`
/// @see "OpenMP 5.2, 7.8.3: indirect clause"
public record IndirectFunction(String symbol, String entry) {}
