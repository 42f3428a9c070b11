/// Checks of several files that one link takes together, which no file alone can break: releases,
/// targets, the code of regions of one name, and the entries of what was linked.
@NullMarked
package org.offloadtck.object.check.together;

import org.jspecify.annotations.NullMarked;
