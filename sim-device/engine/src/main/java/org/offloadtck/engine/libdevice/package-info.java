/// NVIDIA's libdevice functions, for code that calls them by name and was not linked with
/// `libdevice.10.bc`.
///
/// The one rule: the same bits on every host. So there is `StrictMath` and arithmetic that IEEE 754
/// fixes, and no `Math` function that a virtual machine may compute its own way; what neither has
/// is summed here from its series, in twice the precision ([DoubleDouble]), so that the error of
/// the result is that of its last rounding. A 32-bit function is the 64-bit one rounded to 32 bits.
///
/// Names, argument types and special values are those of the *Libdevice User's Guide*, release
/// 13.0, and the *CUDA C++ Programming Guide* 13.0 §17, whose error bounds the results keep; they
/// are not bit for bit those of libdevice. Functions that take pointers are PTX, in `libdevice.ptx`
/// of [org.offloadtck.simt.image].
///
/// Start at [Libdevice].
@NullMarked
package org.offloadtck.engine.libdevice;

import org.jspecify.annotations.NullMarked;
