package org.offloadtck.object.archive;

/// A row of an archive's symbol table: which member defines a symbol.
///
/// @param member index into [Archive#members]
public record ArchiveSymbol(String name, int member) {}
