/// Checks of what a device image contains against what its container states: triple, architecture,
/// image kind, and the headers by which linkers and loaders recognise the image.
///
/// The rule: an image is judged by its bytes, as linkers and loaders do, and the values that its
/// container states are then compared with them.
///
/// Start at [ImageContentCheck].
@NullMarked
package org.offloadtck.object.check.content;

import org.jspecify.annotations.NullMarked;
