package org.offloadtck.scenario.slurm;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.conformance.plan.ResourceClass;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.scenario.slurm.Submission.Attempt;
import org.offloadtck.scenario.slurm.Submission.JobArray;

/// The jobs for shards of a plan: an array for each class of resource, and one that collects the
/// results.
///
/// @param shards to execute
record JobRequest(
        SlurmFolder folder, SlurmSettings settings, ShardPlan plan, List<Integer> shards) {

    JobRequest {
        shards = shards.stream().sorted().toList();
    }

    /// The words of each sbatch, the job numbers of the arrays being `ARRAY`.
    List<List<String>> words() {
        var words = new ArrayList<List<String>>();
        arrays().forEach((resource, indices) -> words.add(array(resource, indices)));
        words.add(collect(List.of("ARRAY")));
        return words;
    }

    /// Submits the jobs.
    ///
    /// @throws SlurmException if Slurm refuses one; those before it are cancelled
    Attempt submit(Slurm slurm) {
        var arrays = new ArrayList<JobArray>();
        try {
            arrays().forEach((resource, indices) ->
                    arrays.add(new JobArray(slurm.submit(array(resource, indices)), indices)));
            var jobs = arrays.stream().map(array -> String.valueOf(array.job())).toList();
            return new Attempt(arrays, slurm.submit(collect(jobs)));
        } catch (SlurmException fault) {
            if (!arrays.isEmpty()) {
                slurm.cancel(arrays.stream().map(JobArray::job).toList());
            }
            throw fault;
        }
    }

    private Map<ResourceClass, List<Integer>> arrays() {
        return shards.stream().collect(groupingBy(plan::resource, TreeMap::new, toList()));
    }

    private List<String> array(ResourceClass resource, List<Integer> indices) {
        var words = common("offload-tck", folder.taskLogPattern());
        words.add("--array=" + ranges(indices));
        words.add("--requeue");
        words.add("--time=" + minutes(indices));
        switch (resource) {
            case GPU -> words.addAll(gres());
            case NONE, OPENCL -> {}
        }
        words.addAll(settings.options());
        words.add(folder.taskScript().toString());
        return words;
    }

    /// None where nodes with a GPU are not told by a generic resource.
    private List<String> gres() {
        return settings.gres().isEmpty() ? List.of() : List.of("--gres=" + settings.gres());
    }

    /// The limit of all tasks of an array: that of the longest.
    private long minutes(List<Integer> indices) {
        return settings.minutes() > 0
                ? settings.minutes()
                : indices.stream()
                        .mapToLong(shard -> plan.limit(shard).toMinutes())
                        .max()
                        .orElse(1);
    }

    private List<String> collect(List<String> arrays) {
        var words = common("offload-tck-collect", folder.collectLogPattern());
        words.add("--dependency=afterany:" + String.join(":", arrays));
        words.add("--requeue");
        words.addAll(settings.options());
        words.add(folder.collectScript().toString());
        return words;
    }

    private static List<String> common(String name, String log) {
        return new ArrayList<>(
                List.of(
                        "--parsable",
                        "--job-name=" + name,
                        "--output=" + log,
                        // A task that is requeued, or submitted again, continues its log.
                        "--open-mode=append"));
    }

    /// Sorted numbers as sbatch(1) has them: `0-3,5,7-8`.
    static String ranges(List<Integer> numbers) {
        var ranges = new ArrayList<List<Integer>>();
        for (int number : numbers) {
            if (!ranges.isEmpty() && ranges.getLast().getLast() == number - 1) {
                ranges.getLast().add(number);
            } else {
                ranges.add(new ArrayList<>(List.of(number)));
            }
        }
        return ranges.stream()
                .map(range ->
                        range.size() == 1
                                ? "%d".formatted(range.getFirst())
                                : "%d-%d".formatted(range.getFirst(), range.getLast()))
                .collect(joining(","));
    }
}
