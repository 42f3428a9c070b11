/// The instruction table, and numbers as the bits of a type.
@NullMarked
package org.offloadtck.ptx.ir;

import org.jspecify.annotations.NullMarked;
