package org.offloadtck.implementation.program;

/// The virtual table of a class. Device code finds it through objects that the host made.
///
/// @param symbol of the host's table, which another unit may define: `_ZTV7Derived`
/// @param entry the device's name for it, in editions that have one:
///   `__omp_offloading_fe00_54c293__ZTV7Derived_l13addr`
/// @param bytes size of the table
/// @see "Itanium C++ ABI, 2.5: virtual table layout"
public record VirtualTable(String symbol, String entry, long bytes) {}
