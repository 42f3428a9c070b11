package org.offloadtck.calibration.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.calibration.published.PublishedFigure.Use;

class PublishedFiguresTest {

    private static final String HEADER =
            "kind,device,product,experiment,ctas,threads,shared,parameter,value,unit,use,source\n";
    private static final String ROW =
            "stream,h200,H200,stream_init,264,32,100000,0,297,GB/s,held out,RRZE, of 2025\n";

    private static List<PublishedFigure> parse(String text) {
        return PublishedFigures.parse("a.csv", text);
    }

    @Test
    void aSourceMayHaveCommas() {
        assertThat(parse(HEADER + ROW))
                .singleElement()
                .satisfies(figure -> assertThat(figure.source()).isEqualTo("RRZE, of 2025"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tea,h200,H200,stream_init,264,32,0,0,297,GB/s,held out,RRZE",
                "stream,h200,H200,stream_tea,264,32,0,0,297,GB/s,held out,RRZE",
                "stream,h200,H200,stream_init,0,32,0,0,297,GB/s,held out,RRZE",
                "stream,h200,H200,stream_init,264,many,0,0,297,GB/s,held out,RRZE",
                "stream,h200,H200,stream_init,264,32,0,0,NaN,GB/s,held out,RRZE",
                "stream,h200,H200,stream_init,264,32,0,0,-1,GB/s,held out,RRZE",
                "stream,h200,H200,stream_init,264,32,0,0,297,mugs,held out,RRZE",
                "stream,h200,H200,stream_init,264,32,0,0,297,GB/s,guessed,RRZE",
                "stream,h200,H200,stream_init,264,32,0,0,297,GB/s,held out, ",
                "stream,h200,H200"
            })
    void whatIsNoRowIsRejectedWithItsLine(String row) {
        assertThatThrownBy(() -> parse(HEADER + ROW + row))
                .isInstanceOf(UnusableMeasurementsException.class)
                .hasMessageStartingWith("a.csv:3: ");
    }

    @Test
    void damagedTablesAreReadOrRejected() {
        String text = HEADER + ROW;
        for (int i = 0; i < text.length(); i++) {
            readOrReject(text.substring(0, i));
            for (int bit = 0; bit < 7; bit++) {
                char flipped = (char) (text.charAt(i) ^ 1 << bit);
                readOrReject(text.substring(0, i) + flipped + text.substring(i + 1));
            }
        }
    }

    private static void readOrReject(String text) {
        try {
            assertThat(parse(text)).hasSizeLessThanOrEqualTo(3);
        } catch (UnusableMeasurementsException rejected) {
            assertThat(rejected).hasMessageStartingWith("a.csv:");
        }
    }

    @Test
    void shippedFiguresHaveSourcesAndSomeOfEachKindAreHeldOut() {
        var shipped = PublishedFigures.shipped();

        assertThat(shipped).doesNotHaveDuplicates();
        assertThat(shipped).allSatisfy(each -> assertThat(each.source()).isNotBlank());
        for (var kind : FigureKind.values()) {
            assertThat(shipped.stream().filter(each -> each.kind() == kind))
                    .anyMatch(each -> each.use() == Use.HELD_OUT);
        }
    }

    @Test
    void theErrorIsThatOfTheTime() {
        var rate = parse(HEADER + ROW).getFirst();
        var time = parse(HEADER + "latency,t4,T4,add.u32,1,32,0,0,4,cycles,fitted,x\n").getFirst();

        assertThat(rate.timeError(148.5)).as("half the rate").isEqualTo(1);
        assertThat(time.timeError(2)).isEqualTo(-0.5);
    }
}
