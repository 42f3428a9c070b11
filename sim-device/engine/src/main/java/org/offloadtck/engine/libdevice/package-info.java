/// NVIDIA's libdevice functions, for programs that call them and are not linked with
/// `libdevice.10.bc`.
///
/// The one rule: the same bits on every host. So only `StrictMath` and operations that IEEE 754
/// defines are used, and no `Math` function that a virtual machine may implement differently.
/// Functions that neither has are sums of series in twice the precision ([DoubleDouble]), so that
/// the error of the result is that of its last rounding. A 32-bit function is the 64-bit function
/// rounded to 32 bits.
///
/// Names, argument types and special values are those of the *Libdevice User's Guide*, release
/// 13.0, and the *CUDA C++ Programming Guide* 13.0 §17. The results are within its error bounds;
/// they may differ from those of libdevice in the last bits. Functions that take pointers are PTX,
/// in `libdevice.ptx` of `org.offloadtck.engine.load`.
///
/// Start at [Libdevice].
@NullMarked
package org.offloadtck.engine.libdevice;

import org.jspecify.annotations.NullMarked;
