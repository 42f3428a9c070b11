/// ABI profiles: what the documents and eleven LLVM releases prescribe for the artifacts of an
/// offloading toolchain, as data.
///
/// Each profile is a YAML file. Every value cites its source or states that the kit chose it. A
/// profile states only the differences from the profile it extends. The choices of compilers,
/// linkers and runtimes are enums in the packages `profile.compilation`, `profile.link` and
/// `profile.runtime`.
///
/// The rule: code never tests which LLVM release wrote a file; it reads a value of a profile.
///
/// Start at [AbiProfiles].
@NullMarked
package org.offloadtck.object.profile;

import org.jspecify.annotations.NullMarked;
