package org.offloadtck.object.profile;

/// A value of a profile and its source.
///
/// @param key such as `entries.layout`
/// @param value as text; numbers are decimal, in any notation of the file
/// @param origin whether a source states it or the kit chose it
/// @param source the document and section, or the LLVM releases and file; for a choice, its reason
/// @param file the YAML file that states it, possibly that of an extended profile
public record ProfileValue(String key, String value, Origin origin, String source, String file) {

    /// The origin of a value.
    public enum Origin {
        /// A source states the value.
        CITED,
        /// No source states the value; the kit chose it.
        CHOSEN
    }
}
