/// Tensor maps, and the bytes that a copy of a box of a tensor moves (PTX ISA 9.0 §5.5,
/// §9.7.9.25.5).
///
/// [TensorMap] reads the bytes that the emulated driver or a kernel wrote; [TensorBox] lists the
/// pieces of a box at coordinates: where each is in global and in shared memory, and what is
/// outside the tensor.
///
/// The one rule: a map is validated when an instruction uses it, completely, since a kernel may
/// change its fields one by one.
///
/// Start at [TensorBox].
@NullMarked
package org.offloadtck.engine.tensor;

import org.jspecify.annotations.NullMarked;
