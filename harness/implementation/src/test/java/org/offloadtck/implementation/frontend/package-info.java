/// Tests of the package of the same name.
@NullMarked
package org.offloadtck.implementation.frontend;

import org.jspecify.annotations.NullMarked;
