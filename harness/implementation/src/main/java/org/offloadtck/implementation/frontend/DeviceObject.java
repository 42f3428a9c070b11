package org.offloadtck.implementation.frontend;

import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.plugin.image.TargetId;

/// Device code in the form in which it is embedded in a fat object.
///
/// Requirement: CP-06.
///
/// @param kind of the image: an object for a device container, none for source text
/// @param contents the image, under the name of its file
public record DeviceObject(TargetId target, ImageKind kind, ObjectBytes contents) {}
