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
    CODE
}
