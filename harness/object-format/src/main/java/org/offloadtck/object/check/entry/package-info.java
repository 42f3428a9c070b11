/// Contracts of single offload entries: their addresses, names, sizes and flags, and the section
/// that has them.
///
/// The rule: a contract is judged only where the file has the evidence; a stripped file has less.
///
/// Start at [EntryContractCheck].
@NullMarked
package org.offloadtck.object.check.entry;

import org.jspecify.annotations.NullMarked;
