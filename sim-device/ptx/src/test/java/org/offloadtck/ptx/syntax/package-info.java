/// What the reader of PTX accepts, keeps and refuses.
@NullMarked
package org.offloadtck.ptx.syntax;

import org.jspecify.annotations.NullMarked;
