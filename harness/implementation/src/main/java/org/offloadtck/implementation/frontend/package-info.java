/// The reference front end: compiles a corpus program to a fat object.
///
/// [ProgramCompilation] runs the steps and keeps the files between them. [DeviceCompiler] assembles
/// the program's device code; [FatObject] lowers the host part
/// ([org.offloadtck.implementation.lowering]) and embeds the device code, one image for each
/// target.
///
/// Two readers compare an object with one that a real compiler made of the same source:
/// [OffloadInterface] reads the entries and tables for the runtime, [HostObjectDump] everything but
/// machine code.
///
/// The rule: layouts, section names, flags and differences between editions come from the profile;
/// names and map operands come from the program. There is no host machine code: the reference
/// implementation performs the program's list of operations on the tables and storage of the linked
/// object.
///
/// Start at [FatObject#compile].
///
/// Requirements: CP-02, CP-03, FO-01.
@NullMarked
package org.offloadtck.implementation.frontend;

import org.jspecify.annotations.NullMarked;
