/// Reads the kit's own YAML and JSON field by field.
///
/// The rule: a reader asks for each field by name and type through [Fields], which knows the source
/// and the place in it, so that every mistake reads `source: position: what is, when it should be
/// what`. Nothing else of Jackson's, and no other exception than [DataException], leaves this
/// package. A field that no reader asked for is a mistake too.
@NullMarked
package org.offloadtck.data;

import org.jspecify.annotations.NullMarked;
