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
    /// Contents are stored plainly; what is compressed is well-formed, and not read.
    PLAIN,
    /// A structure has the size its version prescribes.
    SIZE,
    /// An alignment is a power of two, and what has it starts at a multiple of it.
    ALIGNMENT,
    /// Structures do not share bytes.
    OVERLAP,
    /// A name occurs once.
    UNIQUE,
    /// Text is valid in the encoding of its format.
    TEXT,
    /// An ELF file is of 64-bit class.
    CLASS,
    /// Numbers are stored little-endian.
    BYTE_ORDER,
    /// Every index into a table names a row of it, and one of the right kind.
    INDEX,
    /// The rows of a table come in the order its format asks for.
    ORDER,
    /// Every file that an archive refers to is there.
    REFERENCE
}
