/// The division of a run among several machines.
///
/// A [Matrix] names what is to be judged. A [ShardPlan] lists the [PlannedCell]s, one for each
/// result, and divides them into shards of about equal duration. Each shard is run by itself;
/// [ShardMerge] makes one document of what the shards found.
///
/// The rule: a merge is complete or refused. The document of a merge is the document of one run of
/// the whole plan, except its circumstances. Start at [ShardPlan].
@NullMarked
package org.offloadtck.conformance.plan;

import org.jspecify.annotations.NullMarked;
