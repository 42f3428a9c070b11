package org.offloadtck.ptx.ir;

import java.util.List;

/// A directive that constrains the launch or the return of a function (PTX ISA §11.4), such as
/// `.maxntid 128, 1, 1`.
public record FunctionDirective(Kind kind, List<Long> values) {

    public FunctionDirective {
        values = List.copyOf(values);
    }

    public enum Kind {
        /// Maximum number of threads of a CTA in each dimension.
        MAXNTID(".maxntid"),
        /// Exact number of threads of a CTA in each dimension.
        REQNTID(".reqntid"),
        /// Minimum number of CTAs resident on one multiprocessor.
        MINNCTAPERSM(".minnctapersm"),
        MAXNCTAPERSM(".maxnctapersm"),
        /// Maximum number of registers of a thread.
        MAXNREG(".maxnreg"),
        REQNCTAPERCLUSTER(".reqnctapercluster"),
        MAXCLUSTERRANK(".maxclusterrank"),
        EXPLICITCLUSTER(".explicitcluster"),
        BLOCKSARECLUSTERS(".blocksareclusters"),
        /// The function does not return.
        NORETURN(".noreturn");

        private final String directive;

        Kind(String directive) {
            this.directive = directive;
        }

        public String directive() {
            return directive;
        }
    }
}
