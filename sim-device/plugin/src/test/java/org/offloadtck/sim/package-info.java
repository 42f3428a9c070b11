/// Tests of the package of the same name.
@NullMarked
package org.offloadtck.sim;

import org.jspecify.annotations.NullMarked;
