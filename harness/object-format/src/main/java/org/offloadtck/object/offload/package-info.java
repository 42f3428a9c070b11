/// What an offloading toolchain writes beside the host code: the offload binary that carries device
/// images ([OffloadBinary]), the entries that name what host and device share, and the structures
/// with which both are registered.
///
/// The rule: a record here is what the bytes say, codes unknown to us included; what a code *means*
/// may differ between ABI profiles (see [OffloadKindNumbering]) and is asked for, never assumed.
/// Everything is little-endian, as LLVM writes it in practice. Start at [OffloadBinary].
@NullMarked
package org.offloadtck.object.offload;

import org.jspecify.annotations.NullMarked;
