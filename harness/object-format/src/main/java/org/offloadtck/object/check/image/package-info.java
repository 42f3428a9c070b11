/// Checks of device images: where a file carries them, what their strings state, and whether their
/// contents match strings and host entries.
///
/// `ImageSectionCheck`, `OffloadBinaryCheck` and `FatBinaryCheck` find the images;
/// `DeviceImageCheck` then checks all of them together.
///
/// The rule: an image that the kit cannot decode is recorded, never dropped.
///
/// Start at [DeviceImageCheck].
@NullMarked
package org.offloadtck.object.check.image;

import org.jspecify.annotations.NullMarked;
