/// Tests of the reader of bitcode's symbols.
@NullMarked
package org.offloadtck.object.bitcode;

import org.jspecify.annotations.NullMarked;
