/// Offload entries: the rows by which host and device name the kernels and variables they share.
///
/// [EntryTable] reads the entry section of an object and resolves the pointers in it;
/// [OffloadEntry] is one row in either layout; [OpenmpEntryFlag] and [CudaEntryKind] are the two
/// meanings of its flags.
///
/// The rule: the programming model decides what the flags mean, and the layout ([EntryLayout])
/// decides where the model is stated.
///
/// Start at [EntryTable].
@NullMarked
package org.offloadtck.object.offload.entry;

import org.jspecify.annotations.NullMarked;
