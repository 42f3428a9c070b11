package org.offloadtck.object.check.report;

/// A descriptor in a file: what one registration tells the runtime.
///
/// @param offset where it starts, in bytes from the start of the file
/// @param images how many images it registers
/// @param entriesBegin the symbol or address at which the host's entries begin
/// @param entriesEnd the symbol or address behind them
public record DescriptorReport(
        String section, long offset, long images, String entriesBegin, String entriesEnd) {}
