package org.offloadtck.object.bytes;

/// The rule of an object format that malformed bytes break. Scenarios name it; people read the
/// message of [MalformedObjectException] instead.
public enum FormatRule {
    /// The file starts with the magic bytes of its format.
    MAGIC,
    /// The version is one this reader knows.
    VERSION,
    /// Every field, table and image lies inside the file.
    BOUNDS,
    /// Every code stands for something.
    CODE,
    /// A structure has the size its version prescribes.
    SIZE,
    /// A structure starts at a multiple of its alignment.
    ALIGNMENT,
    /// A name occurs once.
    UNIQUE,
    /// Text is valid in the encoding of its format.
    TEXT
}
