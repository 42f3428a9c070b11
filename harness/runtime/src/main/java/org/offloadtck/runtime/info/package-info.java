/// The text that libomptarget prints for `LIBOMPTARGET_INFO`.
///
/// [InfoOutput] prints all that an [InfoLevel] requests: an event of a device ([InfoWriter]), the
/// arguments of a construct ([ArgumentListing]), the host-to-device table after it
/// ([TableListing]). [InfoReader] parses the map events that a released runtime printed, [InfoText]
/// makes two outputs comparable.
///
/// The rule: a line is that of the release whose profile is in force, with the addresses of this
/// run. Start at [InfoOutput].
@NullMarked
package org.offloadtck.runtime.info;

import org.jspecify.annotations.NullMarked;
