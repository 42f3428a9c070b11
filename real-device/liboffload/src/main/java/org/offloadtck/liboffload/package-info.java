/// Any device that LLVM's liboffload supports behind the plugin SPI, through the foreign function
/// and memory API of Java.
///
/// Images are what the device's plugin of LLVM takes, for a CUDA device an ELF file or bitcode. The
/// interface is that of LLVM 22; other releases number its enumerators in another way, so that only
/// a library of that release is opened. The one rule: every call goes through [LiboffloadCall],
/// which turns a result into a [org.offloadtck.plugin.DeviceException].
///
/// Start at [LiboffloadPlugin].
@NullMarked
package org.offloadtck.liboffload;

import org.jspecify.annotations.NullMarked;
