/// What the runtime says when a program, an executable or an image breaks a rule: one exception,
/// [OffloadException], that knows the entry point, the address at fault and the [RuntimeRule]; and
/// [MissingCapabilityException] for a device that cannot do what is asked, which is nobody's fault.
///
/// The rule: whoever raises one of these has changed nothing. Scenarios assert rule and address;
/// people read the message.
@NullMarked
package org.offloadtck.runtime.diagnostic;

import org.jspecify.annotations.NullMarked;
