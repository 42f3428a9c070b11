/// Elements of buffers: their types, values and comparison.
///
/// An [ElementArray] is the contents of a buffer; its elements are [ElementValue]s of one of the
/// six [ElementType]s. [BufferComparison] compares an array with the expected one by [UlpDistance];
/// [BufferContents] compares all arrays of a run with a description, or with a run on another
/// device.
///
/// The rule: layout in memory is that of C for x86-64 and nvptx64, little-endian, whatever machine
/// the kit runs on.
///
/// Start at [ElementArray].
@NullMarked
package org.offloadtck.implementation.element;

import org.jspecify.annotations.NullMarked;
