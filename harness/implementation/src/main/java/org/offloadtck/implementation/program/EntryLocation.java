package org.offloadtck.implementation.program;

import java.util.regex.Pattern;

/// The source location in the name of an entry: `fe00_218480_foo_l11`, and `_2` for the third
/// region of that line.
///
/// The numbers of device and file are those of the compilation that made the device code. They are
/// recorded, never computed.
///
/// @param text in the form of names
/// @param device `st_dev` of the source
/// @param file `st_ino` of the source
/// @param parent the mangled name of the function around a region, or the name of a variable
/// @param count the number of earlier regions in the line
/// @see "LLVM 16, llvm/lib/Frontend/OpenMP/OMPIRBuilder.cpp,
///   TargetRegionEntryInfo::getTargetRegionEntryFnName"
public record EntryLocation(
        String text, long device, long file, String parent, int line, int count) {

    private static final Pattern FORM =
            Pattern.compile(
                    "([0-9a-f]{1,8})_([0-9a-f]{1,8})_(.+?)_l([0-9]{1,9})(?:_([0-9]{1,9}))?");

    /// Parses the part of a name after its prefix.
    ///
    /// @throws IllegalArgumentException if it has another form
    public static EntryLocation parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "place is '%s' when it should be device, file, name and line as fe00_218480_foo_l11"
                            .formatted(text));
        }
        return new EntryLocation(
                text,
                Long.parseLong(matcher.group(1), 16),
                Long.parseLong(matcher.group(2), 16),
                matcher.group(3),
                Integer.parseInt(matcher.group(4)),
                matcher.group(5) == null ? 0 : Integer.parseInt(matcher.group(5)));
    }
}
