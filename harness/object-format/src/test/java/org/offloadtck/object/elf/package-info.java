/// ELF files read, edited and written, judged by the tools that will have to read them.
@NullMarked
package org.offloadtck.object.elf;

import org.jspecify.annotations.NullMarked;
