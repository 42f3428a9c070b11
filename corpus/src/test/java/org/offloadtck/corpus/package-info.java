/// The manifest is true, and complete.
@NullMarked
package org.offloadtck.corpus;

import org.jspecify.annotations.NullMarked;
