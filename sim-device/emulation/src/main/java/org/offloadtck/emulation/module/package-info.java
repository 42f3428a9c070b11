/// Driver functions for modules, libraries, links, kernel functions and occupancy.
///
/// [ModuleLoader] turns an image (PTX, device ELF or fat binary) into a module of the context.
/// [PendingLink] makes an image of several. [LibraryImage] is an image that is loaded into a
/// context when the context needs it.
///
/// The rule: an image is rejected with the result and the log line of the CUDA driver for the same
/// fault.
///
/// Start at [ModuleHandlers].
@NullMarked
package org.offloadtck.emulation.module;

import org.jspecify.annotations.NullMarked;
