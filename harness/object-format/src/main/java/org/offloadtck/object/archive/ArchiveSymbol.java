package org.offloadtck.object.archive;

/// A row of an archive's symbol table: a symbol and the member that defines it.
///
/// @param member index into [Archive#members]
public record ArchiveSymbol(String name, int member) {}
