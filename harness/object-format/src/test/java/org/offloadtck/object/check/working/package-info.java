/// The bench of working files: files that compilers, linkers and binary tools write and that link,
/// load and run. `check` finds no error in them, and other readers see in them what the kit sees.
///
/// Start at [WorkingFileCatalogue].
@NullMarked
package org.offloadtck.object.check.working;

import org.jspecify.annotations.NullMarked;
