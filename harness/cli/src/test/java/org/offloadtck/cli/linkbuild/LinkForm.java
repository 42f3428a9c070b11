package org.offloadtck.cli.linkbuild;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What a link line names.
enum LinkForm {
    OBJECTS(files -> files.objects("main.cpp", "lib.cpp")),
    OBJECTS_REVERSED(files -> files.objects("lib.cpp", "main.cpp")),
    C_OBJECTS(files -> files.objects("cmain.c", "clib.c")),
    C_AND_CXX(files -> files.objects("cmain.c", "clib.c", "extra.cpp")),
    ONE_OBJECT(files -> files.objects("teams.cpp")),
    ARCHIVE(files -> files.with(files.object("main.cpp"), files.archive("rcs", "lib.cpp"))),
    ARCHIVE_OF_MORE(files ->
            files.with(files.object("main.cpp"), files.archive("rcs", "extra.cpp", "lib.cpp"))),
    ARCHIVE_FIRST(files -> files.with(files.archive("rcs", "lib.cpp"), files.object("main.cpp"))),
    THIN_ARCHIVE(files -> files.with(files.object("main.cpp"), files.archive("rcsT", "lib.cpp"))),
    ARCHIVE_TWICE(files ->
            files.with(
                    files.object("main.cpp"),
                    files.archive("rcs", "lib.cpp"),
                    files.archive("rcs", "lib.cpp"))),
    LIBRARY(files -> files.with(files.object("main.cpp"), files.library("lib.cpp"))),
    WHOLE_ARCHIVE(files ->
            files.with(
                    files.object("main.cpp"),
                    List.of("-Wl,--whole-archive"),
                    files.archive("rcs", "lib.cpp", "extra.cpp"),
                    List.of("-Wl,--no-whole-archive"))),
    ARCHIVE_GROUP(files ->
            files.with(
                    files.object("main.cpp"),
                    List.of("-Wl,--start-group"),
                    files.archive("rcs", "lib.cpp"),
                    List.of("-Wl,--end-group"))),
    MAIN_IN_ARCHIVE(files -> files.archive("rcs", "main.cpp", "lib.cpp")),
    C_ARCHIVE(files -> files.with(files.object("cmain.c"), files.archive("rcs", "clib.c"))),
    SHARED(files -> files.with(List.of("-shared"), files.objects("main.cpp", "lib.cpp"))),
    SHARED_OF_ARCHIVE(files ->
            files.with(
                    List.of("-shared"),
                    files.object("lib.cpp"),
                    files.archive("rcs", "extra.cpp"))),
    RELOCATABLE(files -> files.with(List.of("-r"), files.objects("main.cpp", "lib.cpp"))),
    RELOCATABLE_OF_ARCHIVE(files ->
            files.with(List.of("-r"), files.object("main.cpp"), files.archive("rcs", "lib.cpp"))),
    EMPTY_OBJECT(files -> files.objects("main.cpp", "empty.cpp", "lib.cpp")),
    EMPTY_OBJECT_ALONE(files -> files.objects("plain.cpp", "empty.cpp")),
    HOST_OBJECT(files ->
            files.with(files.objects("cmain.c", "clib.c"), files.hostObject("missing.cpp"))),
    HOST_OBJECT_ALONE(files -> files.hostObject("plain.cpp")),
    HOST_OBJECT_AND_ARCHIVE(
            files -> files.with(files.hostObject("plain.cpp"), files.archive("rcs", "lib.cpp"))),
    OBJECT_TWICE(files -> files.objects("cmain.c", "clib.c", "clib.c")),
    UNDEFINED_ON_DEVICE(
            files -> files.with(files.object("undefined.cpp"), files.hostObject("missing.cpp"))),
    UNDEFINED(files -> files.object("main.cpp")),
    MISSING_LIBRARY(files -> files.with(files.objects("cmain.c", "clib.c"), List.of("-lnowhere"))),
    RESPONSE_FILE(files -> files.objects("main.cpp", "lib.cpp"));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<LinkFiles, List<String>> words;

    LinkForm(Function<LinkFiles, List<String>> words) {
        this.words = words;
    }

    /// The words of the link line, of files that are made if they are not there.
    List<String> words(LinkFiles files) {
        return new ArrayList<>(words.apply(files));
    }

    boolean usesResponseFile() {
        return this == RESPONSE_FILE;
    }

    /// Whether a link that succeeds makes a program.
    boolean isProgram() {
        return switch (this) {
            case SHARED, SHARED_OF_ARCHIVE, RELOCATABLE, RELOCATABLE_OF_ARCHIVE -> false;
            default -> true;
        };
    }
}
