/// The reference front end: what a compiler makes of a corpus program.
///
/// [DeviceSharedSymbols] says what a unit shares with its devices, and what of it has an offload
/// entry. [HostIrModule] is what the device's compilation is told of it, as metadata.
/// [HostObjectLowering] lowers the unit to a relocatable x86-64 object under any ABI profile:
/// storage, entries, and the constants that its calls of the runtime point to. [FatObject] puts the
/// device code, one image per target, beside it, and [CompilationPlan] names the steps and the
/// files between them.
///
/// Two ways lead back: [OffloadInterface] reads what an object tells the runtime, [HostObjectDump]
/// all of it but machine code, whoever compiled it; the objects that real compilers made of the
/// same sources are held against ours with them.
///
/// The rule: layouts, section names, flags and what differs between editions come from the profile;
/// names and map operands come from the program. There is no host machine code: what `main` would
/// do is the program's list of operations, which the reference implementation performs on the
/// linked object's own tables and storage, and a function whose address is taken traps.
///
/// Start at [FatObject#compile].
@NullMarked
package org.offloadtck.implementation.frontend;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.implementation.lowering.DeviceSharedSymbols;
import org.offloadtck.implementation.lowering.HostIrModule;
import org.offloadtck.implementation.lowering.HostObjectLowering;
import org.offloadtck.implementation.phase.CompilationPlan;
