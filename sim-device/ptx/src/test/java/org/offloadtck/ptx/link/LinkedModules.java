package org.offloadtck.ptx.link;

import java.util.ArrayList;
import java.util.Set;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.PtxParser;

/// Links modules `0.ptx`, `1.ptx` … with a few declarations each, which are on line 4.
final class LinkedModules {

    static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    private LinkedModules() {}

    static PtxModule of(String... bodies) {
        var modules = new ArrayList<PtxModule>();
        for (String body : bodies) {
            modules.add(PtxParser.parse(modules.size() + ".ptx", HEADER + body));
        }
        return PtxLinker.link("a.out", modules, Set.of("malloc", "free"));
    }
}
