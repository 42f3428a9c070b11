/// What a program registers: a binary descriptor, its device images and its host entry table, read
/// from host memory as bytes.
///
/// [LibraryReader] follows the pointers of `__tgt_bin_desc` under one ABI profile and yields a
/// [HostLibrary]: `EntryTableReader` reads its tables, `EntryRules` says what the fields of an
/// entry have to do with each other. [ImageSelection] says which of its images a device loads.
///
/// The rule: nothing here touches a device beyond asking whether it accepts an image, and every
/// field that does not fit the others is named with the address it was read from.
@NullMarked
package org.offloadtck.runtime.registration;

import org.jspecify.annotations.NullMarked;
