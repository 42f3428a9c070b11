/// The static judgement of a file: what offloading toolchains left in it, which ABI profiles it
/// agrees with, and what is wrong with it.
///
/// The rule: agreement is decided by what the file holds, never by who claims to have made it. Each
/// observed value is a [ObservedValue]; a profile agrees with a file if it agrees with every trait;
/// a trait that no profile knows makes the file *unknown* in that field, never wrong. Start at
/// [ArtifactCheck].
@NullMarked
package org.offloadtck.object.check;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.object.check.observation.ObservedValue;
