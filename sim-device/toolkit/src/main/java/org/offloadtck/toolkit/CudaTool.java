package org.offloadtck.toolkit;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.offloadtck.toolkit.link.Nvlink;
import org.offloadtck.toolkit.link.NvlinkOptions;
import org.offloadtck.toolkit.option.ToolArguments;
import org.offloadtck.toolkit.option.ToolDiagnostics;
import org.offloadtck.toolkit.option.ToolException;
import org.offloadtck.toolkit.option.ToolOption;

/// A program of the CUDA toolkit that compilers run.
public enum CudaTool {
    PTXAS {
        @Override
        int execute(ToolArguments arguments, ToolDiagnostics log) {
            return new Ptxas(arguments, log).run();
        }

        @Override
        List<ToolOption> options() {
            return PtxasOptions.ALL;
        }
    },
    NVLINK {
        @Override
        int execute(ToolArguments arguments, ToolDiagnostics log) {
            return new Nvlink(arguments, log).run();
        }

        @Override
        List<ToolOption> options() {
            return NvlinkOptions.ALL;
        }
    },
    FATBINARY {
        @Override
        int execute(ToolArguments arguments, ToolDiagnostics log) {
            return new Fatbinary(arguments).run();
        }

        @Override
        List<ToolOption> options() {
            return FatbinaryOptions.ALL;
        }
    };

    abstract List<ToolOption> options();

    abstract int execute(ToolArguments arguments, ToolDiagnostics log);

    /// The tool of that name: `ptxas`.
    public static Optional<CudaTool> named(String program) {
        return Arrays.stream(values()).filter(tool -> tool.program().equals(program)).findFirst();
    }

    /// The name of the program.
    public String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Runs the program.
    ///
    /// @param out receives help and version
    /// @param err receives diagnostics
    /// @return the exit status, 0 for success
    public int run(List<String> arguments, PrintWriter out, PrintWriter err) {
        var log = new ToolDiagnostics(program(), err);
        try {
            var parsed = ToolArguments.parse(options(), arguments);
            if (arguments.isEmpty() || parsed.has(ToolOption.HELP)) {
                out.print(ToolOption.help(program(), options()));
                return 0;
            }
            if (parsed.has(ToolOption.VERSION)) {
                out.print(version());
                return 0;
            }
            return execute(parsed, log.configuredBy(parsed));
        } catch (ToolException failure) {
            log.fatal(failure.problem());
            return failure.exitStatus();
        } finally {
            out.flush();
            err.flush();
        }
    }

    private String version() {
        return """
        %s: device toolkit of the Offload TCK, for the simulated GPU
        Cuda compilation tools, release %s, V%2$s.0
        """
                .formatted(program(), CudaRelease.CUDA_11_8);
    }
}
