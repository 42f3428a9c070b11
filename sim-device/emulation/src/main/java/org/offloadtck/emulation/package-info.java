/// The simulated GPU under unmodified executables.
///
/// A program that was linked against nothing of ours finds `libcuda.so`
/// ([org.offloadtck.driver.api] names its functions); the library, C and as thin as can be, hands
/// each call to a device server that runs the simulator. The device toolkit is a folder shaped like
/// a CUDA toolkit, with which stock compilers build such programs.
@NullMarked
package org.offloadtck.emulation;

import org.jspecify.annotations.NullMarked;
