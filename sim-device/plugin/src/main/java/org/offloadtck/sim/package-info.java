/// The simulated GPU behind the plugin SPI, with the assembler and the linker for PTX.
@NullMarked
package org.offloadtck.sim;

import org.jspecify.annotations.NullMarked;
