package org.offloadtck.conformance;

/// A stage of an offloading toolchain, in the order in which a program passes through them. Reports
/// list by stage; one file of the catalogue has the requirements of a stage.
public enum Stage {
    COMPILATION("compilation", "CP", "Compilation"),
    OFFLOAD_ENTRIES("offload-entries", "OE", "Offload entries"),
    DEVICE_COMPILATION("device-compilation", "DC", "Device compilation"),
    OFFLOAD_BINARY("offload-binary", "OB", "Offload binary"),
    FAT_OBJECT("fat-object", "FO", "Fat object"),
    DEVICE_LINK("device-link", "DL", "Device link"),
    WRAPPER("wrapper", "WR", "Wrapper object"),
    HOST_LINK("host-link", "HL", "Host link"),
    RELOCATABLE_LINK("relocatable-link", "RL", "Relocatable link"),
    MIXED_TARGETS("mixed-targets", "MT", "Mixed targets"),
    REGISTRATION("registration", "RG", "Registration"),
    DATA_MAPPING("data-mapping", "DM", "Data mapping"),
    KERNEL_LAUNCH("kernel-launch", "KL", "Kernel launch"),
    INDIRECT_CALL("indirect-call", "IC", "Indirect call"),
    SIMULATED_DEVICE("simulated-device", "SD", "Simulated device"),
    TIMING("timing", "TM", "Timing"),
    CHECKS("checks", "CK", "Checks"),
    SIMULATION("simulation", "SI", "Simulation"),
    EXECUTABLE_RUN("executable-run", "ER", "Executable run"),
    OBJECT_CHECK("object-check", "OC", "Object check");

    private final String id;
    private final String prefix;
    private final String title;

    Stage(String id, String prefix, String title) {
        this.id = id;
        this.prefix = prefix;
        this.title = title;
    }

    /// The stage as folders, files and result keys name it: `offload-entries`.
    public String id() {
        return id;
    }

    /// What the ids of the stage's requirements start with: `OE` of `OE-01`.
    public String prefix() {
        return prefix;
    }

    /// The heading of the stage in reports.
    public String title() {
        return title;
    }
}
