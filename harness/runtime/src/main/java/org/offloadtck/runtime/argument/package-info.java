/// The arguments of a construct: the parallel arrays in host memory that a compiler passes to
/// `__tgt_target_data_begin_mapper` and `__tgt_target_kernel`.
///
/// [ArgumentArrays] reads the arrays; a [MapArgument] is one row of them: base, begin, size, map
/// type, name. If the row has a user-defined mapper, the program's mapper function
/// ([MapperFunctions]) pushes [MapperComponents], which replace the row ([MapperExpansion]). A
/// [NonContiguousSection] is an array section with gaps, which only `target update` accepts.
///
/// The rule: an argument states what the program passed; nothing here knows what is mapped. Start
/// at [MapArgument].
@NullMarked
package org.offloadtck.runtime.argument;

import org.jspecify.annotations.NullMarked;
