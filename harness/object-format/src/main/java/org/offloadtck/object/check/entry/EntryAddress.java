package org.offloadtck.object.check.entry;

import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// The target of the address of an offload entry.
sealed interface EntryAddress {

    record Null() implements EntryAddress {}

    /// A symbol that the file does not define.
    record Undefined(String symbol) implements EntryAddress {}

    /// A symbol without a section: common or absolute.
    record Unplaced(String symbol) implements EntryAddress {}

    /// A number that is the address of no section.
    record Outside(long address) implements EntryAddress {}

    record Placed(SectionOffset place) implements EntryAddress {}
}
