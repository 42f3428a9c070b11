/// Plans for schedulers that the kit does not start itself: `offload-tck export`.
///
/// [KubernetesJobs] and [GithubWorkflow] describe the execution of all shards and of the merge, in
/// the scheduler's own format. Each job runs `run --plan` on one shard.
///
/// The rule: a shard whose verdicts are not the expected ones has done its work; only the merge
/// decides whether the whole succeeds. Shards that need a GPU are apart from the others.
///
/// Start at [ExportCommand].
@NullMarked
package org.offloadtck.scenario.export;

import org.jspecify.annotations.NullMarked;
