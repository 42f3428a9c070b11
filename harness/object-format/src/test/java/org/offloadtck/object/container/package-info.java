/// Device containers, read, written and damaged.
@NullMarked
package org.offloadtck.object.container;

import org.jspecify.annotations.NullMarked;
