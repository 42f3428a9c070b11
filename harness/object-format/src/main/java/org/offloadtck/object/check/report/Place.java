package org.offloadtck.object.check.report;

import org.offloadtck.object.elf.model.Section;

/// A place in a file.
///
/// @param text what is there, such as `entry 'v'`
/// @param section its section; empty if the file has none
/// @param offset in bytes from the start of the file
public record Place(String text, String section, long offset) {

    /// The start of a section.
    public static Place of(Section section) {
        return new Place("section " + section.name(), section.name(), section.contents().base());
    }

    /// The field at `bytes` from this place.
    public Place field(long bytes) {
        return new Place(text, section, offset + bytes);
    }

    @Override
    public String toString() {
        return text;
    }
}
