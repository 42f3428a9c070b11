package org.offloadtck.object.check.working;

import java.util.ArrayList;
import java.util.List;

/// A file of the bench and the command that makes it.
///
/// @param id its name; inputs of other files refer to it
/// @param producer the compiler's release, such as `clang 16`
/// @param form what it is, such as `object for the host`
/// @param options what is special about it, such as `-O1 -g`
/// @param inputs the ids of the files it is made of
/// @param command its words; `{in}` stands for all inputs, `{out}` for the file, `{sources}` for
///   the folder of the sources
record WorkingFile(
        String id,
        String producer,
        String form,
        String options,
        List<String> inputs,
        List<String> command) {

    WorkingFile {
        inputs = List.copyOf(inputs);
        command = List.copyOf(command);
    }

    /// A file made by a command line whose words are separated by blanks.
    static WorkingFile of(
            String id,
            String producer,
            String form,
            String options,
            List<String> inputs,
            String line) {
        var words = new ArrayList<String>();
        for (var word : line.split(" ", -1)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return new WorkingFile(id, producer, form, options, inputs, words);
    }
}
