package org.offloadtck.reports.comparison;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Small runs for the tests of comparisons.
final class Snapshots {

    static final String KEY = "table.runs/-/llvm-16/offload-entries -> clang-16/sim:sm_75";

    private Snapshots() {}

    static Snapshot snapshot(SortedMap<Fact, String> facts, JudgedResult... results) {
        var byKey = new TreeMap<String, JudgedResult>();
        for (var result : results) {
            byKey.put(result.key(), result);
        }
        return new Snapshot("a run", facts, byKey);
    }

    static SortedMap<Fact, String> facts() {
        var facts = new TreeMap<Fact, String>();
        facts.put(new Fact(Aspect.KIT, ""), "0.2.0 (d7621adf)");
        facts.put(new Fact(Aspect.CATALOGUE, ""), "00ffee00ffee00ff");
        facts.put(new Fact(Aspect.REQUIREMENT, "OE-01"), "00ff00ff00ff00ff");
        facts.put(new Fact(Aspect.REQUIREMENT, "OE-02"), "11ff00ff00ff00ff");
        facts.put(new Fact(Aspect.SCENARIO, "table.runs"), "22ff00ff00ff00ff");
        facts.put(new Fact(Aspect.SCENARIO, "table.names"), "33ff00ff00ff00ff");
        facts.put(new Fact(Aspect.IMPLEMENTATION, "clang-16"), "clang version 16.0.6");
        facts.put(new Fact(Aspect.IMPLEMENTATION, "clang-19"), "clang version 19.1.7");
        facts.put(new Fact(Aspect.DEVICE, "sim:sm_75"), "simulated, 40 SMs");
        facts.put(new Fact(Aspect.DEVICE, "opencl:pocl"), "PoCL 3.1");
        facts.put(new Fact(Aspect.SELECTION, ""), "");
        facts.put(new Fact(Aspect.WAIVERS, ""), "none");
        facts.put(new Fact(Aspect.SEED, ""), "none");
        facts.put(new Fact(Aspect.HOST, ""), "a host");
        return facts;
    }

    static SortedMap<Fact, String> facts(Aspect aspect, String name, String value) {
        var facts = facts();
        facts.put(new Fact(aspect, name), value);
        return facts;
    }

    static JudgedResult result(String verdict) {
        return result(KEY, verdict);
    }

    static JudgedResult result(String key, String verdict) {
        return new JudgedResult(
                key,
                verdict,
                "",
                "table.runs",
                "clang-16",
                "sim:sm_75",
                List.of("OE-01"),
                "The table runs",
                new TreeMap<>());
    }
}
