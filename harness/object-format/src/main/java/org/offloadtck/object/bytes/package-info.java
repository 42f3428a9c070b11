/// Byte access for every codec: a named, bounds-checked, little-endian view ([ObjectBytes]), a
/// reader of consecutive fields ([Cursor]), the image a writer fills ([ByteWriter]), and the one
/// exception readers raise ([MalformedObjectException]), which knows source, offset and broken
/// rule.
///
/// The rule: a reader names each field it reads, so that a read past the end explains itself.
@NullMarked
package org.offloadtck.object.bytes;

import org.jspecify.annotations.NullMarked;
