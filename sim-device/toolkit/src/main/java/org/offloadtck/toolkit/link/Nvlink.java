package org.offloadtck.toolkit.link;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.toolkit.option.ToolArguments;
import org.offloadtck.toolkit.option.ToolDiagnostics;
import org.offloadtck.toolkit.option.ToolException;
import org.offloadtck.toolkit.option.ToolFile;
import org.offloadtck.toolkit.option.ToolOption;

/// `nvlink`: links device containers, and the archive members that they need, into an executable
/// container.
public final class Nvlink {

    private final ToolArguments arguments;
    private final ToolDiagnostics log;
    private final List<DeviceObjectFile> objects = new ArrayList<>();
    private final List<DeviceArchive> libraries = new ArrayList<>();

    public Nvlink(ToolArguments arguments, ToolDiagnostics log) {
        this.arguments = arguments;
        this.log = log;
    }

    public int run() {
        var gpu = GpuArchitecture.ofOption(NvlinkOptions.ARCH, required(NvlinkOptions.ARCH));
        var output = required(ToolOption.OUTPUT_FILE);
        if (arguments.files().isEmpty()) {
            throw failure("No input files specified; use option --help for more information");
        }
        arguments.files().forEach(file -> input(file, ToolFile.read(file), gpu));
        arguments.values(NvlinkOptions.LIBRARY).forEach(name -> library(name, gpu));
        takeFromLibraries();
        checkSymbols();
        if (log.hasErrors()) {
            return ToolException.INPUT;
        }
        if (arguments.has(ToolOption.VERBOSE)) {
            objects.forEach(object -> log.info("'%s' is linked".formatted(object.source())));
        }
        ToolFile.write(output, DeviceLink.link(gpu, objects, log));
        return 0;
    }

    private String required(ToolOption option) {
        return arguments
                .value(option)
                .orElseThrow(() ->
                        failure(
                                "Option '--%s' is missing; use option --help for more"
                                                .formatted(option.name())
                                        + " information"));
    }

    private void input(String file, byte[] bytes, GpuArchitecture gpu) {
        try {
            if (Archive.isArchive(bytes)) {
                libraries.add(DeviceArchive.of(file, bytes, gpu));
            } else {
                object(DeviceObjectFile.parse(ObjectBytes.of(file, bytes)), gpu);
            }
        } catch (MalformedObjectException fault) {
            throw failure(
                    "Input file '%s' is not a device object: %s"
                            .formatted(fault.source(), fault.problem()));
        }
    }

    private void object(DeviceObjectFile object, GpuArchitecture gpu) {
        if (object.container().form() == Form.EXECUTABLE) {
            throw failure("Input file '%s' is already linked".formatted(object.source()));
        }
        if (object.container().sm() != gpu.number()) {
            throw failure(
                    "Input file '%s' is for sm_%d, which does not match target '%s'"
                            .formatted(object.source(), object.container().sm(), gpu));
        }
        objects.add(object);
    }

    /// A missing library or one of the host is a warning, since compilers pass the libraries of the
    /// host link too.
    private void library(String name, GpuArchitecture gpu) {
        var file = find(name);
        if (file.isEmpty()) {
            log.warning("Library '%s' was not found in the library path".formatted(name));
            return;
        }
        compatible(file.get(), gpu)
                .ifPresentOrElse(
                        libraries::add,
                        () ->
                                log.warning(
                                        "Skipping incompatible '%s' when searching for -l%s"
                                                .formatted(file.get(), name)));
    }

    private static Optional<DeviceArchive> compatible(String file, GpuArchitecture gpu) {
        try {
            var library = DeviceArchive.of(file, ToolFile.read(file), gpu);
            return library.isEmpty() ? Optional.empty() : Optional.of(library);
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private Optional<String> find(String name) {
        return arguments.values(NvlinkOptions.LIBRARY_PATH).stream()
                .map(folder -> Path.of(folder, "lib%s.a".formatted(name)))
                .filter(Files::isRegularFile)
                .map(Path::toString)
                .findFirst();
    }

    /// Extracts members until none defines an undefined symbol. The order of the archives decides
    /// which of two definitions is taken, not whether one is.
    private void takeFromLibraries() {
        Optional<DeviceObjectFile> next;
        do {
            next = libraries.stream().flatMap(each -> each.extract(objects).stream()).findFirst();
            next.ifPresent(objects::add);
        } while (next.isPresent());
    }

    private void checkSymbols() {
        var check = new DeviceSymbolResolution(objects);
        for (var duplicate : check.duplicates()) {
            log.error(
                    "Multiple definition of '%s' in '%s', first defined in '%s'"
                            .formatted(
                                    duplicate.symbol().name(),
                                    duplicate.second().source(),
                                    duplicate.first().source()));
        }
        for (var undefined : check.undefined()) {
            log.error(
                    "Undefined reference to '%s' in '%s'"
                            .formatted(undefined.symbol().name(), undefined.object().source()));
        }
    }

    private static ToolException failure(String problem) {
        return new ToolException(problem, ToolException.OTHER);
    }
}
