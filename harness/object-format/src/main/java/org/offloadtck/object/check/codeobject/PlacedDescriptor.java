package org.offloadtck.object.check.codeobject;

import org.offloadtck.object.codeobject.KernelDescriptor;

/// A kernel descriptor of an image.
///
/// @param offset in bytes from the start of the file
record PlacedDescriptor(KernelDescriptor fields, long offset) {}
