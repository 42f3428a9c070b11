/// `nvlink`: the link of device containers and archives into an executable container.
///
/// The one rule: an archive member takes part only if it defines a symbol that is still undefined,
/// as for a linker of the host. Undefined and duplicate symbols are diagnosed before the link.
///
/// Start at [Nvlink].
@NullMarked
package org.offloadtck.toolkit.link;

import org.jspecify.annotations.NullMarked;
