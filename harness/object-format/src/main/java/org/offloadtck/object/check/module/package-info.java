/// Checks of device modules, LLVM IR or PTX: their exports, their use of the device runtime and
/// their indirect calls.
///
/// The rule: the reader in `object.ir` states what a module contains, and this package what it
/// should contain.
///
/// Start at [DeviceModuleCheck].
@NullMarked
package org.offloadtck.object.check.module;

import org.jspecify.annotations.NullMarked;
