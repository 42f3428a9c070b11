package org.offloadtck.runtime.diagnostic;

/// A rule of the runtime's interface that programs, executables and images must keep.
public enum RuntimeRule {
    /// Every address passed, and every pointer reached from it, refers to host memory with as many
    /// bytes as are read or written.
    HOST_ADDRESS("RG-04"),
    /// The fields of a descriptor, an image row or an offload entry are consistent.
    DESCRIPTOR("RG-04"),
    /// The flags of an offload entry exist in the edition and match its size.
    ENTRY_FLAGS("RG-23"),
    /// A table of legacy entries begins with an entry with an address. Runtimes that upgrade such
    /// tables recognize them by it.
    LEGACY_TABLE("RG-19"),
    /// The entries of an image's row are the library's, in the same order.
    ENTRY_TABLES("RG-18"),
    /// The bytes between `ImageStart` and `ImageEnd` are an image, or an offload binary that holds
    /// one, as the profile says.
    IMAGE("OB-04"),
    /// All libraries of a program state the same `#pragma omp requires` clauses.
    REQUIRES("OE-10"),
    /// A descriptor is registered once until it is unregistered.
    REGISTERED_ONCE("RG-03"),
    /// Only a registered descriptor is unregistered.
    REGISTERED("RG-03"),
    /// The image defines the kernel or global variable that each host entry names.
    SYMBOL_DEFINED("RG-05"),
    /// A global variable has the same size in the host entry and in the image.
    SYMBOL_SIZE("RG-06"),
    /// An address is the host pointer of a registered target region.
    TARGET_REGION("KL-07"),
    /// A device number refers to a device of the runtime.
    DEVICE_NUMBER("KL-05"),
    /// The `KernelArgsTy` of a launch has a version that compilers write. If its last argument is
    /// reserved for the launch environment, that argument is a literal.
    LAUNCH_ARGUMENTS("KL-16"),
    /// Map types, sizes and argument counts are ones that a compiler emits.
    MAP_ARGUMENT("FO-11"),
    /// The edition knows every bit of a map type.
    MAP_TYPE("DM-08"),
    /// A map clause does not extend a mapped range.
    NO_EXTENSION("DM-03"),
    /// An argument with the `present` modifier is mapped.
    PRESENT("DM-05"),
    /// The kernel has the device ABI that the profile launches.
    DEVICE_ABI("KL-08"),
    /// A target construct does not run on the host while offloading is mandatory.
    MANDATORY("KL-05"),
    /// An interop object is used and destroyed between its initialization and its destruction, by
    /// constructs that name its device or none.
    INTEROP_OBJECT("ER-23");

    private final String requirement;

    RuntimeRule(String requirement) {
        this.requirement = requirement;
    }

    /// Id of the violated requirement in the catalogue.
    public String requirement() {
        return requirement;
    }
}
