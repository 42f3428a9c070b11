/// Plans on a cluster with Slurm: `offload-tck slurm`.
///
/// A [Submission] has a job array for each class of resource that the shards of a plan need, and a
/// job that collects their results once all tasks have ended, whatever their status. [Slurm] runs
/// the programs of Slurm, [SlurmFolder] says which file is where, [ShardState] what became of a
/// shard.
///
/// The rule: a shard is done if its results are there, whatever Slurm says of its task. So a task
/// may crash, hang, lose its node or run twice: what left no results is submitted again.
///
/// Programs and formats are those of Slurm 22.05: sbatch(1), squeue(1), scancel(1).
@NullMarked
package org.offloadtck.scenario.slurm;

import org.jspecify.annotations.NullMarked;
