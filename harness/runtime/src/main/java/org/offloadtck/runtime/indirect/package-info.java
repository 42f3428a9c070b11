/// Calls through pointers to host functions: which device function stands for which host function,
/// and how device code gets to know.
///
/// [IndirectEntryReader] finds the counterparts of an offload entry on a device, as the profile's
/// design has them; [FunctionPointerTable] is what device code searches: rows of two addresses,
/// sorted by the host's. The documents hand that table to the device's plugin, releases of LLVM
/// leave it in device memory and tell the device runtime where, in its device environment.
///
/// The rule: a table is made of what the device says its functions' addresses are, never of names.
/// Start at [IndirectEntryReader].
@NullMarked
package org.offloadtck.runtime.indirect;

import org.jspecify.annotations.NullMarked;
