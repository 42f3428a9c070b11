/// Archives, judged by GNU and LLVM `ar` and by Commons Compress.
@NullMarked
package org.offloadtck.object.archive;

import org.jspecify.annotations.NullMarked;
