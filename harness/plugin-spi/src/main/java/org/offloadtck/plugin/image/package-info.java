/// Device images, and the services that build them.
///
/// A [DeviceAssembler] assembles text, a [DeviceLinker] links the images of one [TargetId] into a
/// [ProgramImage]. The one rule: diagnostics name the input and the position in it,
/// [DeviceLinkException].
///
/// Start at [ImageToolchain].
@NullMarked
package org.offloadtck.plugin.image;

import org.jspecify.annotations.NullMarked;
