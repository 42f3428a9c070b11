/// What the tests of all codecs share.
@NullMarked
package org.offloadtck.object.bytes;

import org.jspecify.annotations.NullMarked;
