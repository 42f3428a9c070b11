/// What a program registers: a binary descriptor with its device images and its host entry table,
/// read from host memory.
///
/// [LibraryReader] follows the pointers of `__tgt_bin_desc` under one ABI profile and returns a
/// [HostLibrary]. `EntryTableReader` reads the entry tables, `EntryRules` verifies the fields of
/// each entry. [ImageSelection] chooses the image of a library that a device loads.
///
/// The rule: this package uses a device only to ask whether it accepts an image; every invalid
/// field is reported with the address that it was read from. Start at [LibraryReader].
@NullMarked
package org.offloadtck.runtime.registration;

import org.jspecify.annotations.NullMarked;
