/// Profiles of launches: which of the device's resources a kernel used, what its warps waited for,
/// and which lines cost most.
///
/// [LaunchProfile] adds up the launches of a kernel; [KernelProfile] says what the sums mean. The
/// one rule: a profile computes from what the replay counted and from the device's figures, and
/// says of each figure what it rests on. `docs/profile.md` defines every metric.
///
/// Start at [KernelProfile]; [org.offloadtck.launch.profile.document] writes them.
@NullMarked
package org.offloadtck.launch.profile;

import org.jspecify.annotations.NullMarked;
