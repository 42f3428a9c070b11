/// Tests of the package of the same name.
@NullMarked
package org.offloadtck.implementation.program;

import org.jspecify.annotations.NullMarked;
