package org.offloadtck.driver.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.driver.report.RunOptions.Parsed;

import java.util.List;

class RunOptionsTest {

    private static RunOptions options(String... arguments) {
        var parsed = RunOptions.parse(List.of(arguments));
        assertThat(parsed).isInstanceOf(Parsed.Options.class);
        return ((Parsed.Options) parsed).options();
    }

    private static Parsed.Answer answer(String... arguments) {
        var parsed = RunOptions.parse(List.of(arguments));
        assertThat(parsed).isInstanceOf(Parsed.Answer.class);
        return (Parsed.Answer) parsed;
    }

    @Test
    void nothing_said_means_the_defaults() {
        var options = options();

        assertThat(options.devices()).isEqualTo(1);
        assertThat(options.checks()).containsExactly(Check.MEMORY);
        assertThat(options.injections()).isEmpty();
        assertThat(options.reportFile()).isEmpty();
        assertThat(options.apiTrace()).isFalse();
        assertThat(options.failOnFindings()).isFalse();
    }

    @Test
    void every_option_is_read() {
        var options =
                options(
                        "--device",
                        "h200",
                        "--devices=2",
                        "--check=memory,leaks",
                        "--inject",
                        "a",
                        "--inject=b",
                        "--api-trace",
                        "--report",
                        "r.json",
                        "--fail-on-findings");

        assertThat(options.device()).isEqualTo("h200");
        assertThat(options.devices()).isEqualTo(2);
        assertThat(options.checks()).containsExactly(Check.MEMORY, Check.LEAKS);
        assertThat(options.injections()).containsExactly("a", "b");
        assertThat(options.apiTrace()).isTrue();
        assertThat(options.reportFile()).contains("r.json");
        assertThat(options.failOnFindings()).isTrue();
    }

    @Test
    void an_unknown_check_is_told_what_exists() {
        var answer = answer("--check=races");

        assertThat(answer.exitStatus()).isEqualTo(2);
        assertThat(answer.text())
                .startsWith("offload-tck exec: ")
                .contains("'races' is no check when it should be one of memory, leaks\n")
                .contains("Usage: offload-tck exec [OPTIONS] -- PROGRAM [ARGUMENTS]\n");
    }

    @Test
    void an_unknown_option_is_an_error() {
        assertThat(answer("--chekc=leaks").text()).contains("--chekc=leaks");
    }

    @Test
    void the_number_of_devices_has_bounds() {
        assertThat(answer("--devices=0").text())
                .contains("--devices is 0 when it should be from 1 to 16\n");
        assertThat(options("--devices=16").devices()).isEqualTo(16);
        assertThat(answer("--devices=17").exitStatus()).isEqualTo(2);
    }

    @Test
    void help_is_no_error() {
        var answer = answer("--help");

        assertThat(answer.exitStatus()).isZero();
        assertThat(answer.text()).contains("--fail-on-findings").endsWith("\n");
    }
}
