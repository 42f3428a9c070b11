/// Profiles as documents: a page for browsers, JSON for programs, a few lines for a terminal.
///
/// The one rule: the same profiles make the same bytes. The page is one file that requests nothing;
/// its templates are in `src/main/jte/profile`.
///
/// Start at [ProfileFiles].
@NullMarked
package org.offloadtck.launch.profile.document;

import org.jspecify.annotations.NullMarked;
