/// Lowers a translation unit to a relocatable x86-64 host object under any ABI profile.
///
/// [DeviceSharedSymbols] lists the symbols that a unit shares with its devices, and the offload
/// entries among them; [HostIrModule] writes them as metadata for the device compilation.
/// [HostObjectLowering] writes the object: storage ([VariableWriter]), entries
/// ([EntryTableWriter]), and the constants that calls of the runtime point to ([OperandTable],
/// [SourceLocations]).
///
/// The rule: a function whose address is taken traps; nothing else is machine code.
///
/// Start at [HostObjectLowering].
@NullMarked
package org.offloadtck.implementation.lowering;

import org.jspecify.annotations.NullMarked;
