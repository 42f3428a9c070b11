package org.offloadtck.object.check.report;

/// A descriptor in a file: one call of the registration function passes it to the runtime.
///
/// @param offset in bytes from the start of the file
/// @param images the number of images it registers
/// @param entriesBegin the symbol or address of the first host entry
/// @param entriesEnd the symbol or address after the last host entry
public record DescriptorReport(
        String section, long offset, long images, String entriesBegin, String entriesEnd) {}
