/// The reference front end: what a compiler makes of a corpus program.
///
/// [HostObject] lowers a translation unit to a relocatable x86-64 object under any ABI profile:
/// storage for the buffers, the offload entries of its target regions and globals, and the tables
/// that its calls of the runtime point to. [FatObject] puts the device code, one image per target,
/// beside it.
///
/// The rule: layouts, section names, flags and symbol prefixes come from the profile; names and map
/// operands come from the program. There is no host machine code: what `main` would do is the
/// program's list of operations, which the reference implementation performs on the linked object's
/// own tables and storage.
///
/// Start at [FatObject#compile].
@NullMarked
package org.offloadtck.implementation.frontend;

import org.jspecify.annotations.NullMarked;
