package org.offloadtck.object.profile;

/// One value of a profile and where it is from.
///
/// @param key such as `entries.layout`
/// @param value as text; numbers are decimal, whatever the file writes
/// @param origin whether a source says so or we had to choose
/// @param source the document and section, or the LLVM releases and file; for a choice, its reason
/// @param file the YAML file that states it, which may be that of an extended profile
public record ProfileValue(String key, String value, Origin origin, String source, String file) {

    /// Where a value is from.
    public enum Origin {
        /// A source says so.
        CITED,
        /// No source says so; the kit chose.
        CHOSEN
    }
}
