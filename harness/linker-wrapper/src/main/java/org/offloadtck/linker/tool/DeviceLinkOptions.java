package org.offloadtck.linker.tool;

import java.util.List;

/// The options of a device link with the tools of the machine.
///
/// @param output the file that the host link writes; intermediate files are named after it
/// @param deviceCode the form in which device code is embedded
/// @param optimizationLevel for bitcode: `O0` to `O3`
/// @param optimizerArguments options of LLVM for bitcode
/// @param keepsModules whether the modules of a link of bitcode are kept
/// @param compilerArguments libraries, library directories and run paths, in the spelling of a
///   compiler driver, for images that a compiler links
/// @param linkerArguments for the device linker of every target
/// @param linkerOptions values of `--device-linker=`
public record DeviceLinkOptions(
        String output,
        DeviceCodeForm deviceCode,
        String optimizationLevel,
        List<String> optimizerArguments,
        boolean keepsModules,
        List<String> compilerArguments,
        List<String> linkerArguments,
        List<DeviceLinkerOption> linkerOptions) {

    public DeviceLinkOptions {
        optimizerArguments = List.copyOf(optimizerArguments);
        compilerArguments = List.copyOf(compilerArguments);
        linkerArguments = List.copyOf(linkerArguments);
        linkerOptions = List.copyOf(linkerOptions);
    }

    /// The form of the device code in a program.
    public enum DeviceCodeForm {
        /// Bitcode is compiled and linked.
        COMPILED,
        /// Bitcode is linked and embedded as bitcode, for a compiler in the runtime.
        BITCODE
    }
}
