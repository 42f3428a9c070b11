/// ABI profiles: what the documents and eleven LLVM releases prescribe for the artifacts of an
/// offloading toolchain, as data. Each profile is a YAML file in which every value cites where it
/// is from, or says that it was chosen; a profile states only what differs from the one it extends.
///
/// The rule: code never asks which LLVM wrote something, it asks a profile for a value. Start at
/// [AbiProfiles].
@NullMarked
package org.offloadtck.object.profile;

import org.jspecify.annotations.NullMarked;
