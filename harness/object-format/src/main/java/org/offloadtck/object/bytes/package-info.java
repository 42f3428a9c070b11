/// Byte access for every codec: a named, bounds-checked, little-endian view ([ObjectBytes]), a
/// reader of consecutive fields ([Cursor]), a writer ([ByteWriter]), and the exception that all
/// readers throw ([MalformedObjectException]); it has the source, the offset and the broken rule.
///
/// The rule: a reader names each field it reads, so that the diagnostic of a read past the end
/// names it too.
///
/// Start at [ObjectBytes].
@NullMarked
package org.offloadtck.object.bytes;

import org.jspecify.annotations.NullMarked;
