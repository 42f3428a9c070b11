package org.offloadtck.engine.forms;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All forms: more than a device of compute capability 9.0 has; `ptxas` sorts out the others.
final class Forms {

    private static final String HEADER =
            """
            .version 9.0
            .target sm_90
            .address_size 64
            .shared .align 16 .b8 s[4096];
            .const .align 8 .b8 k[64] = {1};
            """;

    private Forms() {}

    static List<Form> all() {
        return Stream.of(
                        new NumberForms().list(),
                        new VideoForms().list(),
                        new WarpForms().list(),
                        Matrices.all())
                .flatMap(List::stream)
                .toList();
    }

    /// The forms of each module, in order.
    ///
    /// @throws IllegalStateException if two forms have the same name
    static Map<String, List<Form>> modules() {
        var modules = new LinkedHashMap<String, List<Form>>();
        var names = new HashSet<String>();
        for (var form : all()) {
            if (!names.add(form.name())) {
                throw new IllegalStateException(form.name() + ": two forms have that name");
            }
            modules.computeIfAbsent(form.module(), _ -> new ArrayList<>()).add(form);
        }
        return modules;
    }

    /// A module with the kernels of some forms.
    static String module(List<Form> forms) {
        return HEADER + forms.stream().map(Form::kernel).collect(Collectors.joining());
    }
}
