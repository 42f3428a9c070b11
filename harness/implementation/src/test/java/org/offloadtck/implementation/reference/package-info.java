/// Tests of the package of the same name.
@NullMarked
package org.offloadtck.implementation.reference;

import org.jspecify.annotations.NullMarked;
