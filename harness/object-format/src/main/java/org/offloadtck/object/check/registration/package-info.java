/// Checks of the offload entries of a host file and of the code and data that register entries and
/// images with the runtime when the program starts.
///
/// The rule: pointers are resolved through relocations and addresses, never by assuming a layout; a
/// pointer outside the file is a finding.
///
/// The package has more than 15 types because each relation between descriptors, images, entries
/// and calls is a class of its own, and all need the package's view of a registration
/// ([HostRegistration]).
///
/// Start at [EntryTableCheck] for entries and at [DescriptorCheck] for registration.
@NullMarked
package org.offloadtck.object.check.registration;

import org.jspecify.annotations.NullMarked;
