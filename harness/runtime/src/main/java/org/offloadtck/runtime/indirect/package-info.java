/// Calls through pointers to host functions: which device function corresponds to which host
/// function, and how device code looks it up.
///
/// [IndirectEntryReader] finds the device counterparts of an offload entry, in the design of the
/// ABI profile. [FunctionPointerTable] is the table that device code searches: pairs of host and
/// device address, sorted by host address. In the design of the documents, the runtime passes the
/// table to the device's plugin. Releases of LLVM copy it to device memory and put its address into
/// the device environment.
///
/// The rule: a table contains the addresses that the device reports for its functions. Start at
/// [IndirectEntryReader].
@NullMarked
package org.offloadtck.runtime.indirect;

import org.jspecify.annotations.NullMarked;
