/// The runtime's exceptions: [OffloadException] if a program, an executable or an image breaks a
/// [RuntimeRule], and [MissingCapabilityException] if the device lacks a capability.
///
/// The rule: code that throws one of these has changed nothing. Scenarios assert rule and address;
/// the message is for people.
@NullMarked
package org.offloadtck.runtime.diagnostic;

import org.jspecify.annotations.NullMarked;
