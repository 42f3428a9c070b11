package org.offloadtck.ptx.ir;

import java.util.List;

/// A promise about a function's launch or return (PTX ISA §11.4), such as `.maxntid 128, 1, 1`.
public record FunctionDirective(Kind kind, List<Long> values) {

    public FunctionDirective {
        values = List.copyOf(values);
    }

    public enum Kind {
        /// Most threads of a CTA, by dimension.
        MAXNTID(".maxntid"),
        /// Threads of a CTA, by dimension, exactly.
        REQNTID(".reqntid"),
        /// CTAs that must fit on one multiprocessor.
        MINNCTAPERSM(".minnctapersm"),
        MAXNCTAPERSM(".maxnctapersm"),
        /// Most registers of a thread.
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
