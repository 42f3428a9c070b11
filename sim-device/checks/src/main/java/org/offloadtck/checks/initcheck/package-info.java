/// Initcheck: detects uses of uninitialised values, by propagating one definedness bit for each bit
/// of registers and memory, as Valgrind's memcheck and MemorySanitizer do.
///
/// The one rule: moving an uninitialised value is no finding; only a branch, a guard with an
/// effect, an address or a copy to the host is.
///
/// It has more than 15 types because each kind of access to memory propagates its bits in its own
/// way.
///
/// Start at [Initcheck], then [ShadowPropagation]; [UninitialisedBits] has the rule of each
/// operation.
@NullMarked
package org.offloadtck.checks.initcheck;

import org.jspecify.annotations.NullMarked;
