package org.offloadtck.scenario.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.offloadtck.data.DataText;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;

/// What was submitted for a plan.
///
/// @param settings the same for all attempts
/// @param attempts in the order of time, one or more
record Submission(SlurmSettings settings, List<Attempt> attempts) {

    private static final String SCHEMA = "offload-tck-slurm";

    private static final int VERSION = 1;

    Submission {
        attempts = List.copyOf(attempts);
    }

    /// One submission of shards.
    ///
    /// @param arrays one for each class of resources
    /// @param collect the job that collects the results
    record Attempt(List<JobArray> arrays, long collect) {

        Attempt {
            arrays = List.copyOf(arrays);
        }

        List<Integer> shards() {
            return arrays.stream().flatMap(array -> array.shards().stream()).sorted().toList();
        }

        private static Attempt read(Fields fields) {
            return new Attempt(fields.rows("arrays", JobArray::read), fields.number("collect"));
        }

        private JsonObject toJson() {
            return new JsonObject()
                    .putAll("arrays", arrays.stream().map(JobArray::toJson).toList())
                    .put("collect", collect);
        }
    }

    /// A job array.
    ///
    /// @param job its number
    /// @param shards the indices of its tasks
    record JobArray(long job, List<Integer> shards) {

        JobArray {
            shards = List.copyOf(shards);
        }

        private static JobArray read(Fields fields) {
            return new JobArray(fields.number("job"), fields.integers("shards"));
        }

        private JsonObject toJson() {
            return new JsonObject().put("job", job).putNumbers("shards", shards);
        }
    }

    /// The newest attempt.
    Attempt last() {
        return attempts.getLast();
    }

    Submission with(Attempt attempt) {
        var all = new ArrayList<>(attempts);
        all.add(attempt);
        return new Submission(settings, all);
    }

    /// The jobs of the tasks.
    List<Long> arrays() {
        return attempts.stream()
                .flatMap(attempt -> attempt.arrays().stream())
                .map(JobArray::job)
                .toList();
    }

    /// All jobs.
    List<Long> jobs() {
        return Stream.concat(arrays().stream(), attempts.stream().map(Attempt::collect)).toList();
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.data.DataException if the text is none
    static Submission parse(DataText json) {
        var fields = json.json();
        fields.choice("schema", List.of(SCHEMA), Function.identity());
        if (fields.number("version") != VERSION) {
            throw fields.wrong(
                    "version is %d when this kit reads %d"
                            .formatted(fields.number("version"), VERSION));
        }
        return fields.all(each -> {
            var attempts = each.rows("attempts", Attempt::read);
            if (attempts.isEmpty()) {
                throw each.wrong("attempts is empty when it should have one or more");
            }
            return new Submission(each.fields("settings", SlurmSettings::read), attempts);
        });
    }

    String toJson() {
        return new JsonObject()
                .put("schema", SCHEMA)
                .put("version", VERSION)
                .put("settings", settings.toJson())
                .putAll("attempts", attempts.stream().map(Attempt::toJson).toList())
                .toText();
    }
}
