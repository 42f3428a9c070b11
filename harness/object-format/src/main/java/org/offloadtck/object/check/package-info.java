/// The static check of a file: which offloading artifacts it has, which ABI profiles it agrees
/// with, and what is wrong with it.
///
/// [ArtifactCheck] recognises the format of the file. The packages `check.image`,
/// `check.registration` and `check.module` each check one kind of artifact and record what they
/// find in [Observations][org.offloadtck.object.check.observation.Observations].
/// `ProfileComparison` compares the observations with all profiles and makes the
/// [FileReport][org.offloadtck.object.check.report.FileReport].
///
/// The rule: the contents of a file decide about agreement, not the tool that claims to have
/// written it. A profile agrees with a file if it agrees with every observed value. A value that no
/// profile has makes the file *unknown* in that field, not wrong.
///
/// Start at [ArtifactCheck].
@NullMarked
package org.offloadtck.object.check;

import org.jspecify.annotations.NullMarked;
