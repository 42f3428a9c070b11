/// What a link reads, and how it says what is wrong with it.
///
/// A [LinkInput] is a file, told apart by its first bytes as linkers do, never by its name. A link
/// that cannot be done is a [LinkException], one [LinkDiagnostic] for each thing that is wrong;
/// bytes that break their format are the readers'
/// [MalformedObjectException][org.offloadtck.object.bytes.MalformedObjectException].
///
/// The rule: every input knows its name, `z.o` or `libx.a(y.o)`, and every diagnostic says it.
@NullMarked
package org.offloadtck.linker.input;

import org.jspecify.annotations.NullMarked;
