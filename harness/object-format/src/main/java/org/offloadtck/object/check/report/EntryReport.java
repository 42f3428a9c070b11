package org.offloadtck.object.check.report;

/// An offload entry in a file.
///
/// @param offset in bytes from the start of the file
/// @param address the symbol or address its `Address` points to
/// @param kind the programming model, such as `openmp`
/// @param meaning kind and flags in words, such as `variable, link`
/// @param size in bytes; 0 for a kernel
/// @param data see [org.offloadtck.object.offload.entry.OffloadEntry#data]
/// @param auxAddress the symbol or address its `AuxAddr` points to; `null` for a null pointer
public record EntryReport(
        String section,
        long offset,
        String name,
        String address,
        String kind,
        String meaning,
        long flags,
        long size,
        long data,
        String auxAddress) {}
