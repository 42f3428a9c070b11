/// The data environment of a device: the constructs that map, unmap and copy host storage.
///
/// [DataEnvironment] carries out constructs. `DataBegin`, `DataEnd` and `DataUpdate` plan one
/// construct each; a `DataPlan` collects what they decide and carries it out. `MapArgumentRules`
/// rejects invalid arguments. A construct with `nowait` is a [PendingDataConstruct] until it is
/// finished. What differs between editions is `AbiProfile.DataMapping`.
///
/// The rule: a construct is planned completely before it takes effect, so that a rejected construct
/// leaves table and device unchanged; if the device fails, the construct is undone. Which ranges
/// are mapped, counted and copied follows libomptarget: LLVM 22,
/// `offload/libomptarget/omptarget.cpp`, `targetDataBegin`, `targetDataEnd` and `targetDataUpdate`.
///
/// Start at [DataEnvironment].
@NullMarked
package org.offloadtck.runtime.mapping;

import org.jspecify.annotations.NullMarked;
