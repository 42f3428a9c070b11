package org.offloadtck.runtime.registration;

import org.offloadtck.object.offload.DeviceImage;
import org.offloadtck.plugin.ProgramImage;

/// A device image of a registered library.
///
/// @param at host address of its row
/// @param program the image itself, without the offload binary around it
public record HostImage(long at, DeviceImage fields, ProgramImage program) {}
