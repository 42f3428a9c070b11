package org.offloadtck.cli.linkbuild;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// One build of the comparison with a release's linker wrapper.
record LinkBuild(String release, LinkOptions options, LinkForm form) {

    /// Options with which every form is built.
    private static final Set<LinkOptions> EVERY_FORM =
            EnumSet.of(LinkOptions.O2, LinkOptions.LTO_O2, LinkOptions.BOTH, LinkOptions.CPU_LTO);

    /// Forms that are built with all options.
    private static final Set<LinkForm> EVERY_OPTION =
            EnumSet.of(LinkForm.OBJECTS, LinkForm.ONE_OBJECT, LinkForm.ARCHIVE_OF_MORE);

    /// Builds of a run of all tests: each option that differs in the wrapper, and each kind of
    /// form, at least once.
    private static final List<LinkBuild> REPRESENTATIVE =
            List.of(
                    new LinkBuild("16", LinkOptions.O2, LinkForm.OBJECTS),
                    new LinkBuild("16", LinkOptions.LTO_O2, LinkForm.ARCHIVE_OF_MORE),
                    new LinkBuild("16", LinkOptions.LTO_O2, LinkForm.RESPONSE_FILE),
                    new LinkBuild("16", LinkOptions.CPU_LTO, LinkForm.THIN_ARCHIVE),
                    new LinkBuild("16", LinkOptions.CPU, LinkForm.RELOCATABLE),
                    new LinkBuild("16", LinkOptions.O2, LinkForm.HOST_OBJECT_ALONE),
                    new LinkBuild("16", LinkOptions.O2, LinkForm.UNDEFINED_ON_DEVICE),
                    new LinkBuild("19", LinkOptions.O2, LinkForm.ONE_OBJECT),
                    new LinkBuild("19", LinkOptions.LTO_O3, LinkForm.OBJECTS),
                    new LinkBuild("19", LinkOptions.LTO_MIXED, LinkForm.ARCHIVE),
                    new LinkBuild("19", LinkOptions.BOTH, LinkForm.WHOLE_ARCHIVE),
                    new LinkBuild("19", LinkOptions.CPU, LinkForm.ARCHIVE_TWICE),
                    new LinkBuild("19", LinkOptions.CPU_LTO, LinkForm.RELOCATABLE),
                    new LinkBuild("22", LinkOptions.CPU, LinkForm.SHARED));

    /// The builds of the whole comparison.
    static List<LinkBuild> all() {
        var builds = new ArrayList<LinkBuild>();
        for (String release : List.of("16", "19", "22")) {
            for (LinkOptions options : LinkOptions.values()) {
                for (LinkForm form : LinkForm.values()) {
                    if ((EVERY_FORM.contains(options) || EVERY_OPTION.contains(form))
                            && (!release.equals("22") || options.isForCpu())) {
                        builds.add(new LinkBuild(release, options, form));
                    }
                }
            }
        }
        return builds;
    }

    /// Whether the programs of the build are run, if all builds are performed.
    boolean isRun() {
        return form == LinkForm.OBJECTS || (form.isProgram() && options == LinkOptions.CPU_LTO);
    }

    static List<LinkBuild> representative() {
        return REPRESENTATIVE;
    }

    @Override
    public String toString() {
        return "LLVM %s, %s, %s".formatted(release, options, form);
    }
}
