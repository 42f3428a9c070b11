package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of modules of LLVM IR and PTX.
public enum ModuleRule implements Rule {
    ENTRIES_ON_DEVICE(
            ERROR,
            "DC-06",
            "The module of a GPU has no offload entries.",
            "the device link keeps references to host names and fails"),
    MISSING_EXPORT(
            ERROR,
            "DC-03",
            "A device module exports every symbol that the host requests.",
            "libomptarget finds no symbol for the entry: the launch fails"),
    WRONG_EXPORT(
            ERROR,
            "DC-03",
            "A requested symbol is of the requested kind.",
            "the plugin launches data, or copies to code"),
    UNASKED_EXPORT(
            WARNING,
            "DC-08",
            "A device module exports only what the host requests.",
            "none by itself: an error only if another image defines the name too"),
    PREEMPTIBLE_SYMBOL(
            ERROR,
            "DC-11",
            "Exported variables and functions are protected.",
            "another image can replace the definition"),
    RUNTIME_LEFT_OUT(
            WARNING,
            "DC-12",
            "The device runtime is linked with the code that calls it.",
            "the device link fails unless it is given the device runtime"),
    RUNTIME_INCOMPLETE(
            ERROR,
            "DC-14",
            "A module that has the device runtime has all functions it calls.",
            "the device link fails"),
    KERNEL_METADATA_MISSING(
            ERROR,
            "OC-60",
            "A kernel of a GPU has the execution mode or the kernel environment of its release.",
            "the plugin takes the default mode: a generic kernel computes wrongly or hangs"),
    KERNEL_METADATA(
            ERROR,
            "OC-60",
            "The execution mode and the limits of a kernel are possible, and its own.",
            "the plugin rejects the mode, or launches too few threads: the kernel hangs"),
    KERNEL_PARAMETERS(
            ERROR,
            "OC-61",
            "A kernel has the parameters that the host passes, and `dyn_ptr` where it is added.",
            "the kernel reads its arguments at wrong offsets"),
    OTHER_LAUNCH(
            ERROR,
            "OC-61",
            "Host and device module are of releases that launch kernels alike.",
            "the runtime passes `dyn_ptr` to a kernel without it, or none to one with it"),
    VARIABLE_SIZE(
            ERROR,
            "OC-62",
            "A variable has one size on the host, in its entry and on the device.",
            "the plugin rejects the image, or a copy leaves the variable's memory"),
    ENTRY_WITHOUT_ROW(
            ERROR,
            "OC-63",
            "Every offload entry of a host module has a row in `omp_offload.info`.",
            "the device compilation emits no symbol for the entry"),
    ROW_WITHOUT_ENTRY(
            ERROR,
            "OC-63",
            "Every row of `omp_offload.info` has an offload entry, except for local variables.",
            "the runtime does not know the symbol: the launch aborts"),
    ROW_ORDER(
            ERROR,
            "OC-64",
            "The rows of `omp_offload.info` number their symbols from 0, each once.",
            "the device compilation drops a symbol, or writes beyond its array"),
    ENTRY_FORM(
            ERROR,
            "OC-65",
            "An offload entry has its symbol's name, address, size and flags, in its section.",
            "the runtime looks up another symbol, or does not know the entry"),
    LAUNCH_WITHOUT_ENTRY(
            ERROR,
            "OC-70",
            "The host has an entry for each region that it launches.",
            "the runtime does not know the region: the launch aborts or runs on the host"),
    MODULE_TRIPLE(
            ERROR,
            "OC-71",
            "A module for a device states a triple that a linker wrapper links.",
            "the compiler takes the host for the target, or the device link fails"),
    PTX_TARGET(
            ERROR,
            "OC-66",
            "A PTX module states a version that has its target.",
            "ptxas and the driver reject the module"),
    PTX_ADDRESS_SIZE(
            ERROR,
            "OC-72",
            "A PTX module has addresses of 64 bits.",
            "the driver of a host of 64 bits rejects the module");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    ModuleRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
