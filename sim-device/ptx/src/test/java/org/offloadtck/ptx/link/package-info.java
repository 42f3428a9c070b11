/// What joining PTX modules keeps, changes and refuses.
@NullMarked
package org.offloadtck.ptx.link;

import org.jspecify.annotations.NullMarked;
