package org.offloadtck.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// An ahead-of-time cache of the JVM (JEP 483) that the launcher makes beside the jar of the kit.
///
/// The JVM loads all classes of its cache when it starts. So the tools that compilers start several
/// times for each file have a cache without the other commands.
public enum AheadOfTimeCache {

    /// Of the tools `ptxas`, `nvlink` and `fatbinary`.
    TOOLKIT("-toolkit.aot"),

    /// Of all commands.
    KIT(".aot");

    private static final String JAR = ".jar";

    private final String ending;

    AheadOfTimeCache(String ending) {
        this.ending = ending;
    }

    /// The caches that are beside `jar`, `x.aot` and `x-toolkit.aot` of `x.jar`; none if it is no
    /// jar.
    public static List<Path> beside(Path jar) {
        return Stream.of(values()).flatMap(cache -> cache.fileBeside(jar)).toList();
    }

    /// The options of the JVM that use this cache, or that of all commands without it. The JVM
    /// ignores a cache that does not match the jar.
    List<String> options(Path jar) {
        return Stream.of(this, KIT)
                .flatMap(cache -> cache.fileBeside(jar))
                .findFirst()
                .map(file -> List.of("-XX:AOTCache=" + file, "-Xlog:aot=off", "-Xlog:cds=off"))
                .orElseGet(List::of);
    }

    private Stream<Path> fileBeside(Path jar) {
        var name = String.valueOf(jar.getFileName());
        if (!name.endsWith(JAR)) {
            return Stream.empty();
        }
        var stem = name.substring(0, name.length() - JAR.length());
        return Stream.of(jar.resolveSibling(stem + ending)).filter(Files::isRegularFile);
    }
}
