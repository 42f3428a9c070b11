package org.offloadtck.object.check.rule;

import static org.offloadtck.object.check.rule.Severity.ERROR;
import static org.offloadtck.object.check.rule.Severity.NOTE;
import static org.offloadtck.object.check.rule.Severity.WARNING;

/// Contracts of offload entries, and between entries and images.
public enum EntryRule implements Rule {
    MALFORMED_ENTRIES(
            ERROR,
            "OC-16",
            "An entry section is an array of entries of one layout.",
            "libomptarget reads entries at wrong offsets"),
    MISPLACED_ENTRIES(
            ERROR,
            "OC-23",
            "Every entry lies in the section of its release.",
            "no wrapper registers the entries: regions abort; tried with LLVM 16, 19 and 22"),
    MISTYPED_TABLE(
            ERROR,
            "OC-23",
            "An entry section has type SHT_PROGBITS.",
            "the linker drops or moves the entries: regions abort; tried with LLVM 16, 19 and 22"),
    ENTRY_WITHOUT_NAME(
            ERROR,
            "OC-22",
            "Every entry has a name.",
            "libomptarget cannot look up the kernel or variable in an image"),
    CONFLICTING_ENTRIES(
            ERROR,
            "OC-22",
            "Entries of one name have one address.",
            "two symbols of the host share one symbol of the image"),
    REPEATED_ENTRY(
            NOTE,
            "OC-22",
            "A compiled object has one entry of a name.",
            "none: linked programs have one from each object with an inline function or template"),
    ENTRY_ADDRESS_NULL(
            ERROR,
            "OC-21",
            "Every entry has an address, except that of the requires clauses.",
            "the region aborts, the variable is not mapped"),
    ENTRY_ADDRESS_UNDEFINED(
            ERROR,
            "OC-21",
            "The object that has an entry defines the entry's symbol.",
            "the link fails, or the region or variable is not found at its address"),
    ENTRY_ADDRESS_DIFFERS(
            ERROR,
            "OC-21",
            "The address of an entry is that of the symbol it names.",
            "the region aborts, the variable is not mapped or another is overwritten"),
    REGION_WITH_SIZE(
            ERROR,
            "OC-20",
            "The entry of a target region or kernel has size 0.",
            "the runtime takes the region for a variable: libomptarget 16 and 22 crash, 19 aborts"),
    HOST_SIZE_DIFFERS(
            ERROR,
            "OC-20",
            "The entry of a variable has the size of the variable in the host.",
            "libomptarget maps too few or too many bytes: updates are lost without a message"),
    ENTRY_RELOCATION(
            ERROR,
            "OC-21",
            "The pointers of an entry are relocated as addresses of 64 bits.",
            "the link fails, or libomptarget reads half an address; tried with LLVM 16 and 19"),
    REGION_WITH_FLAGS(
            ERROR,
            "OC-25",
            "The flags of a target region are 0.",
            "libomptarget of LLVM 17 and earlier calls a constructor or destructor at start: 16"
                    + " crashes; later runtimes ignore the flags that they do not know"),
    LOST_INDIRECT_FLAG(
            ERROR,
            "OC-25",
            "The entry of an indirect function has the flag of indirect functions.",
            "calls by the function's address on the device call the host's address"),
    LINK_FLAG_ON_VARIABLE(
            WARNING,
            "OC-25",
            "Only the pointer of a link variable has the flag of link variables.",
            "none unless the program requires unified shared memory: then the runtime overwrites it"),
    LOST_LINK_FLAG(
            NOTE,
            "OC-25",
            "The pointer of a link variable has the flag of link variables.",
            "none: LLVM 16 and 19 run programs without unified shared memory as before"),
    UNUSED_FIELD_SET(
            NOTE,
            "OC-26",
            "A field without a meaning for the kind of entry is 0.",
            "none: libomptarget 16, 19 and 22 do not read it"),
    EXPORT_WITHOUT_ENTRY(
            ERROR,
            "OC-24",
            "Every kernel and variable that host and image share has an entry.",
            "the region aborts, or host and device use different variables"),
    ENTRY_KIND_DIFFERS(
            ERROR,
            "OC-24",
            "An entry is of the programming model of the image that defines its symbol.",
            "the runtime of the other model gets the entry, and regions abort"),
    ENTRY_IN_NO_IMAGE(
            ERROR,
            "OC-12",
            "Every entry of the host is defined by an image.",
            "libomptarget fails at the first use: 16 aborts, 19 and 22 crash"),
    ENTRY_NOT_IN_IMAGE(
            WARNING,
            "OC-12",
            "Every entry of the host is defined by an image of each target.",
            "libomptarget fails at the first use on that target, 19 and 22 crash; other targets work"),
    ENTRY_SIZE_DIFFERS(
            ERROR,
            "OC-12",
            "The entry of a variable has the size of its definition in the image.",
            "libomptarget copies too few or too many bytes"),
    LEGACY_TABLE_STARTS_NULL(
            WARNING,
            "OC-13",
            "The first entry of a legacy table has an address.",
            "LLVM 20 and later read the table as one of the newer layout; earlier releases read it");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final Contract contract;

    EntryRule(Severity severity, String requirement, String relation, String consequence) {
        this.contract = new Contract(severity, requirement, relation, consequence);
    }

    @Override
    public Contract contract() {
        return contract;
    }
}
