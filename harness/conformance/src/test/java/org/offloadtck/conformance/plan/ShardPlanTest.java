package org.offloadtck.conformance.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.data.DataException;

/// What a plan holds, and how it divides.
final class ShardPlanTest {

    private static long weight(List<PlannedCell> cells) {
        return cells.stream().mapToLong(PlannedCell::weight).sum();
    }

    private static ShardPlan read(String json) {
        return ShardPlan.read("p.json", new StringReader(json));
    }

    @Test
    void holdsEachCellOnceWhateverTheOrderInWhichCellsAreGiven() {
        var cells = PlanSamples.cells(40);
        var plan = PlanSamples.plan(40, 7);
        var reversed = cells.reversed();

        assertThat(plan.cells()).containsExactlyInAnyOrderElementsOf(cells);
        assertThat(ShardPlan.of(PlanSamples.KIT, PlanSamples.matrix(), reversed, 7).toJson())
                .isEqualTo(plan.toJson());
    }

    @Test
    void givesEachShardAboutTheSameWeight() {
        var weights = PlanSamples.plan(40, 7).shards().stream().map(ShardPlanTest::weight).toList();

        assertThat(Collections.max(weights) - Collections.min(weights)).isLessThanOrEqualTo(7);
        assertThat(weights.stream().mapToLong(Long::longValue).sum())
                .isEqualTo(weight(PlanSamples.cells(40)));
    }

    @Test
    void givesALongCellAShardOfItsOwn() {
        var cells =
                PlanSamples.cells(9).stream()
                        .map(cell -> cell.withWeight(cell.key().contains("n=4/") ? 100 : 1))
                        .toList();

        assertThat(ShardPlan.of(PlanSamples.KIT, PlanSamples.matrix(), cells, 3).shards())
                .extracting(List::size)
                .containsExactlyInAnyOrder(1, 4, 4);
    }

    /// The first cells need a GPU.
    private static ShardPlan withGpu(int gpu, int cells, int shards) {
        var mixed = new ArrayList<PlannedCell>();
        for (var cell : PlanSamples.cells(cells)) {
            var resource = mixed.size() < gpu ? ResourceClass.GPU : ResourceClass.OPENCL;
            mixed.add(new PlannedCell(cell.key(), cell.implementation(), resource, cell.weight()));
        }
        return ShardPlan.of(PlanSamples.KIT, PlanSamples.matrix(), mixed, shards);
    }

    @ParameterizedTest
    @CsvSource({"2,20,2,1", "10,20,4,2", "1,20,7,1", "19,20,19,18", "20,20,3,3", "0,20,3,0"})
    void keepsCellsThatNeedAGpuApart(int gpu, int cells, int shards, long expected) {
        var plan = withGpu(gpu, cells, shards);

        assertThat(IntStream.range(0, shards).mapToObj(plan::resource))
                .filteredOn(ResourceClass.GPU::equals)
                .hasSize((int) expected);
        assertThat(plan.shards())
                .hasSize(shards)
                .allSatisfy(shard ->
                        assertThat(shard)
                                .extracting(PlannedCell::resource)
                                .containsOnly(shard.getFirst().resource()));
        assertThat(plan.cells()).hasSize(cells);
    }

    @Test
    void oneShardHasCellsOfAllKinds() {
        assertThat(withGpu(3, 20, 1).resource(0)).isEqualTo(ResourceClass.GPU);
    }

    @Test
    void aShardHasALimitByItsCellsAndTheirDurations() {
        var cells = PlanSamples.cells(3).stream().map(cell -> cell.withWeight(60_000)).toList();
        var plan = ShardPlan.of(PlanSamples.KIT, PlanSamples.matrix(), cells, 1);

        assertThat(plan.limit(0)).isEqualTo(Duration.ofMinutes(10 + 4 * 3).plusSeconds(2 * 3));
    }

    @Test
    void weighsByDurationsAndOtherwiseByTheirMean() {
        var key = PlanSamples.identity(1, new DeviceIdentity("sim", "sm_75")).key();
        var other = PlanSamples.identity(2, new DeviceIdentity("sim", "sm_90")).key();
        var foreign = PlanSamples.identity(77, DeviceIdentity.NONE).key();

        var cells =
                CellWeights.weighted(
                        PlanSamples.cells(4), Map.of(key, 30L, other, 0L, foreign, 500L));

        assertThat(cells).extracting(PlannedCell::weight).containsExactly(16L, 30L, 1L, 16L);
    }

    @Test
    void isTheSameAfterItWasWrittenAndRead() {
        var plan = PlanSamples.plan(5, 2);

        assertThat(read(plan.toJson())).isEqualTo(plan);
        assertThat(read(plan.toJson()).toJson()).isEqualTo(plan.toJson());
    }

    @Test
    void hasAnotherHashIfAnythingDiffers() {
        var kit = new RunSubject.Kit("1.1", "d762", "00ff", Map.of());
        var cells = PlanSamples.cells(5);

        assertThat(
                        List.of(
                                PlanSamples.plan(5, 2).sha256(),
                                PlanSamples.plan(5, 3).sha256(),
                                PlanSamples.plan(6, 2).sha256(),
                                ShardPlan.of(kit, PlanSamples.matrix(), cells, 2).sha256(),
                                ShardPlan.of(
                                                PlanSamples.KIT,
                                                new Matrix(
                                                        PlanSamples.matrix().rows().subList(0, 1),
                                                        List.of()),
                                                cells,
                                                2)
                                        .sha256()))
                .doesNotHaveDuplicates();
    }

    @Test
    void isRefusedIfItWasChanged() {
        var changed =
                PlanSamples.plan(5, 2).toJson().replaceFirst("\"weight\": 3", "\"weight\": 4");

        assertThatThrownBy(() -> read(changed))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the plan was changed after it was written");
    }

    @Test
    void namesTheVersionThatItReads() {
        var next =
                PlanSamples.plan(5, 2).toJson().replaceFirst("\"version\": 1,", "\"version\": 2,");

        assertThatThrownBy(() -> read(next))
                .hasMessage("p.json: document: version is 2 when this kit reads 1");
    }

    @Test
    void saysWhatDiffersBetweenTwoKits() {
        var plan = PlanSamples.plan(2, 1);

        assertThat(plan.difference(PlanSamples.KIT)).isEmpty();
        assertThat(plan.difference(new RunSubject.Kit("2.0", "d762", "00ff", Map.of())))
                .contains("version is '1.0' when it should be '2.0'");
        assertThat(plan.difference(new RunSubject.Kit("1.0", "d762", "11", Map.of())))
                .contains("catalogue is '00ff' when it should be '11'");
    }

    @Test
    void refusesMoreShardsThanCells() {
        assertThatThrownBy(() -> PlanSamples.plan(3, 4))
                .hasMessage("shards is 4 when it should be from 1 to 3, the number of cells");
    }

    @Test
    void isAsItsSchemaStates() throws IOException {
        try (var stream = ShardPlan.class.getResourceAsStream("plan-1.schema.json")) {
            var schema =
                    JsonSchemaFactory.getInstance(VersionFlag.V202012)
                            .getSchema(new String(stream.readAllBytes(), UTF_8));
            var json = JsonMapper.builder().build();

            assertThat(schema.validate(json.readTree(PlanSamples.plan(5, 2).toJson()))).isEmpty();
            assertThat(schema.validate(json.readTree("{\"schema\": \"offload-tck-plan\"}")))
                    .isNotEmpty();
        }
    }
}
