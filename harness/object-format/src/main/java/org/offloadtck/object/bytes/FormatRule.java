package org.offloadtck.object.bytes;

/// The rule of an object format that malformed bytes break. Scenarios name the rule; people read
/// the message of [MalformedObjectException].
///
/// Requirements: FO-08, OB-04, OE-08.
public enum FormatRule {
    /// The file starts with the magic bytes of its format.
    MAGIC,
    /// The reader knows the version.
    VERSION,
    /// Every field, table and image lies inside the file.
    BOUNDS,
    /// Every code has a meaning.
    CODE,
    /// Contents are not compressed; compressed contents are well-formed, but the kit does not read
    /// them.
    PLAIN,
    /// A structure has the size its version prescribes.
    SIZE,
    /// An alignment is a power of two, and its data starts at a multiple of it.
    ALIGNMENT,
    /// Structures do not share bytes.
    OVERLAP,
    /// A name is unique.
    UNIQUE,
    /// Text is valid in the encoding of its format.
    TEXT,
    /// An ELF file is of 64-bit class.
    CLASS,
    /// Numbers are stored little-endian.
    BYTE_ORDER,
    /// Every index into a table refers to a row of the right kind.
    INDEX,
    /// The rows of a table have the order of its format.
    ORDER,
    /// Every file to which an archive refers exists.
    REFERENCE
}
