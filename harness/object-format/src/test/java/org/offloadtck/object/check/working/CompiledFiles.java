package org.offloadtck.object.check.working;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files of one release that its compiler writes.
record CompiledFiles(ClangRelease release) {

    private static final String HOST = "-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu";

    private static final String NVPTX =
            "-fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_75 -nogpulib"
                    + " -Wno-unknown-cuda-version";

    private static final String AMDGCN =
            "-fopenmp -fopenmp-targets=amdgcn-amd-amdhsa -nogpulib -Xopenmp-target -march=";

    private static final String CUDA =
            "-nocudainc -nocudalib --offload-arch=sm_75 -Wno-unknown-cuda-version";

    private static final String HIP = "-x hip -nogpuinc -nogpulib --offload-arch=gfx90a";

    /// Options for the object of a host and its image for the same machine.
    private static final List<String> OPTIONS =
            List.of(
                    "-O0",
                    "-O1",
                    "-O2",
                    "-O3",
                    "-Os",
                    "-O0 -g",
                    "-O1 -g",
                    "-O1 -g3 -gz",
                    "-O1 -g -gz=zlib",
                    "-O2 -g -gdwarf-4",
                    "-O1 -g -gsplit-dwarf",
                    "-O1 -gline-tables-only",
                    "-O1 -fPIC",
                    "-O1 -fPIE",
                    "-O1 -fno-pic",
                    "-O2 -ffunction-sections -fdata-sections",
                    "-O2 -fPIC -fvisibility=hidden",
                    "-O1 -mcmodel=large",
                    "-O1 -fno-addrsig",
                    "-O1 -fno-asynchronous-unwind-tables",
                    "-O1 -fstack-protector-all",
                    "-O1 -fcf-protection=full",
                    "-O1 -fopenmp-version=51",
                    "-O1 -fbasic-block-sections=all",
                    "-O2 -fprofile-instr-generate",
                    "-O1 -fsanitize=undefined",
                    "-O1 -femulated-tls",
                    "-O1 -fno-common -fno-plt");

    private static final List<String> FEW =
            List.of("-O0", "-O2", "-O1 -g", "-O3 -fPIC", "-O1 -ffunction-sections");

    List<WorkingFile> all() {
        var files = new ArrayList<WorkingFile>();
        for (var options : OPTIONS) {
            files.add(object("regions.c", "object for the host", HOST, options));
        }
        for (var options : FEW) {
            files.add(object("templates.cpp", "object for the host", HOST, options));
        }
        forms().forEach((form, options) -> {
            for (var level : FEW) {
                files.add(object("regions.c", form, options, level));
            }
        });
        if (release.number() >= 19) {
            var crel = "-O1 -Wa,--crel,--allow-experimental-crel";
            files.add(object("regions.c", "object for the host", HOST, crel));
        }
        files.addAll(kernels());
        files.addAll(modules());
        files.add(program());
        return files;
    }

    private static Map<String, String> forms() {
        var forms = new LinkedHashMap<String, String>();
        forms.put("object with PTX and cubin", NVPTX);
        forms.put("object with NVPTX bitcode", NVPTX + " -foffload-lto");
        forms.put("object with amdgcn bitcode", AMDGCN + "gfx90a");
        forms.put("object with amdgcn link-time bitcode", AMDGCN + "gfx1030 -foffload-lto");
        forms.put(
                "object for two targets",
                "-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda -nogpulib"
                        + " -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_75 -foffload-lto");
        forms.put(
                "object for two architectures",
                "-fopenmp --offload-arch=sm_75,sm_80 -nogpulib -foffload-lto");
        return forms;
    }

    private List<WorkingFile> kernels() {
        var files = new ArrayList<WorkingFile>();
        for (var level : List.of("-O0", "-O2", "-O1 -g")) {
            files.add(cuda("relocatable CUDA object", "-fgpu-rdc", level));
            files.add(cuda("CUDA object with bitcode", "-fgpu-rdc -foffload-lto", level));
            files.add(hip("relocatable HIP object", "--offload-new-driver -fgpu-rdc", level));
            // The fatbinary program of CUDA 13 knows no option --cuda of older drivers, and the
            // new driver of release 15 has no linker for HIP.
            if (release.number() >= 22) {
                files.add(cuda("CUDA object", "", level));
                files.add(
                        object(
                                "kernels.cu",
                                "CUDA object of the old driver",
                                CUDA + " --no-offload-new-driver",
                                level));
            }
            if (release.number() >= 16) {
                files.add(hip("HIP object", "--offload-new-driver", level));
                files.add(hip("HIP object of the old driver", "--no-offload-new-driver", level));
            }
        }
        return files;
    }

    private WorkingFile cuda(String form, String options, String level) {
        return object("kernels.cu", form, CUDA + " --offload-new-driver " + options, level);
    }

    private WorkingFile hip(String form, String options, String level) {
        return object("kernels.hip", form, HIP + " " + options, level);
    }

    private List<WorkingFile> modules() {
        var host = "--offload-host-only -S -emit-llvm";
        var device = "--offload-device-only -S";
        var files = new ArrayList<WorkingFile>();
        for (var level : List.of("-O0", "-O2", "-O1 -g")) {
            files.add(module("host module", NVPTX + " " + host, level, ".ll"));
            files.add(module("NVPTX module", NVPTX + " -emit-llvm " + device, level, ".ll"));
            files.add(module("PTX module", NVPTX + " " + device, level, ".s"));
            files.add(
                    module("amdgcn module", AMDGCN + "gfx90a -emit-llvm " + device, level, ".ll"));
        }
        return files;
    }

    private WorkingFile program() {
        return WorkingFile.of(
                id("program", "-O1", ".o"),
                release.producer(),
                "object without offloading",
                "-O1",
                List.of(),
                "%s -c -O1 -fPIC {sources}/program.c -o {out}".formatted(release.compiler(".c")));
    }

    private WorkingFile object(String source, String form, String target, String options) {
        return file(source, form, target + " -c", options, ".o");
    }

    private WorkingFile module(String form, String target, String options, String ending) {
        return file("regions.c", form, target, options, ending);
    }

    private WorkingFile file(
            String source, String form, String target, String options, String ending) {
        return WorkingFile.of(
                id(source + "." + form, options, ending),
                release.producer(),
                form,
                options,
                List.of(),
                "%s %s %s {sources}/%s -o {out}"
                        .formatted(release.compiler(source), target, options, source));
    }

    private String id(String name, String options, String ending) {
        return id(release, name, options, ending);
    }

    /// The id of a file, which is also its file name.
    static String id(ClangRelease release, String name, String options, String ending) {
        var text = "%d.%s.%s".formatted(release.number(), name, options);
        return text.replaceAll("[^A-Za-z0-9.=]+", "_") + ending;
    }

    /// The id of an object for the host.
    static String host(ClangRelease release, String source, String options) {
        return id(release, source + ".object for the host", options, ".o");
    }

    static String hostOptions() {
        return HOST;
    }
}
