import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type ExperimentsRig, openExperiments } from "../../../testing/rigs/experiments/experiments-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let rig: ExperimentsRig;

beforeAll(async () => {
  rig = await openExperiments(app.current);
});

describe("a batch", () => {
  it("is stored once, however often and however concurrently it is sent", async () => {
    const id = await rig.aRun();
    const batch = {
      batch_key: randomUUID(),
      metrics: [{ key: "loss", steps: [1, 2], values: [4, 3] }],
      lines: ["hello"],
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => rig.log(id, batch)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter(({ body }) => body.is_replay === false)).toHaveLength(1);
    app.current.clock.advance(5_000);
    expect((await rig.log(id, batch)).body).toEqual({ is_replay: true, points: 2 });
    expect(await rig.detail(id)).toMatchObject({ points: 2, log_chunks: 1, metrics: [{ points: 2 }] });
  });

  it("is refused under the key of another batch", async () => {
    const id = await rig.aRun();
    const batch_key = randomUUID();
    await rig.logged(id, { batch_key, metrics: [{ key: "loss", steps: [1], values: [4] }] });
    const changed = [
      { metrics: [{ key: "loss", steps: [1], values: [4.5] }] },
      { metrics: [{ key: "loss", steps: [2], values: [4] }] },
      { metrics: [{ key: "cost", steps: [1], values: [4] }] },
      { metrics: [{ key: "loss", steps: [1], values: [4], times: [1] }] },
      { metrics: [{ key: "loss", steps: [1], values: [4] }], lines: ["more"] },
    ];
    for (const batch of changed) expect((await rig.log(id, { batch_key, ...batch })).status).toBe(409);
    expect((await rig.curveOf(id)).last).toEqual([4]);
    // Keys belong to their run.
    await rig.logged(await rig.aRun(), { batch_key, metrics: [{ key: "loss", steps: [1], values: [9] }] });
  });

  it("is stored whole beside batches that arrive at the same time", async () => {
    const id = await rig.aRun();
    const batches = Array.from({ length: 40 }, (_, at) => ({
      metrics: [{ key: "loss", steps: [2 * at, 2 * at + 1], values: [at + 1, -at - 1] }],
    }));
    const answers = await Promise.all(batches.map((batch) => rig.log(id, batch)));
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200));
    const curve = await rig.curveOf(id);
    expect([curve.points, curve.from]).toEqual([80, Array.from({ length: 80 }, (_, step) => step)]);
    expect(curve.last).toEqual(batches.flatMap((_, at) => [at + 1, -at - 1]));
    expect((await rig.detail(id)).metrics).toMatchObject([
      { points: 80, min: -40, max: 40, last_step: 79, value: -40 },
    ]);
  });

  it.each([
    [{ metrics: [{ key: "loss", steps: [1, 2], values: [1] }] }],
    [{ metrics: [{ key: "loss", steps: [1], values: [1], times: [1, 2] }] }],
    [{ metrics: [{ key: "loss", steps: [1], values: ["Inf"] }] }],
    [{ metrics: [{ key: "loss", steps: [1.5], values: [1] }] }],
    [{ metrics: [{ key: "loss", steps: [-1], values: [1] }] }],
    [{ metrics: [{ key: "", steps: [1], values: [1] }] }],
    [
      {
        metrics: [
          { key: "loss", steps: [1], values: [1] },
          { key: "loss", steps: [2], values: [1] },
        ],
      },
    ],
    [{ batch_key: "short" }],
    [{ samples: [{ prompt: "a fox", step: 1, asset_id: randomUUID() }] }],
  ])("is refused when it is malformed: %j", async (batch) => {
    const id = await rig.aRun();
    expect((await rig.log(id, batch)).status).toBe(422);
    expect(await rig.detail(id)).toMatchObject({ points: 0, sample_count: 0 });
  });

  it("is stored beside updates of the run, which lock it the other way round", async () => {
    const id = await rig.aRun();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? rig.log(id, { lines: [`line ${at}`] }) : rig.update(id, { tags: { at: String(at) } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await rig.detail(id)).toMatchObject({ log_chunks: 10 });
  });

  it("is refused when its lines are too long together", async () => {
    const lines = Array.from({ length: 17 }, () => "x".repeat(4_000));
    expect((await rig.log(await rig.aRun(), { lines })).status).toBe(422);
  });

  it("leaves nothing behind when a part of it is refused", async () => {
    const id = await rig.aRun();
    const batch_key = randomUUID();
    const metrics = [{ key: "loss", steps: [1], values: [1] }];
    const samples = [{ prompt: "a fox", step: 1, asset_id: randomUUID() }];
    expect((await rig.log(id, { batch_key, metrics, samples })).status).toBe(422);
    expect(await rig.detail(id)).toMatchObject({ points: 0, metrics: [] });
    await rig.logged(id, { batch_key, metrics });
  });

  it("cannot give a run more than a thousand metrics", async () => {
    const id = await rig.aRun();
    const metrics = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ key: `m${from + at}`, steps: [1], values: [from + at] }));
    await rig.logged(id, { metrics: metrics(0, 999) });
    expect((await rig.log(id, { metrics: metrics(999, 2) })).status).toBe(409);
    await rig.logged(id, { metrics: metrics(999, 1) });
    expect(await rig.detail(id)).toMatchObject({ metric_count: 1_000, points: 1_000 });
  });
});

describe("a curve", () => {
  it("keeps NaN and infinities and says where they are", async () => {
    const id = await rig.aRun();
    const values = [1, "NaN", 3, "Infinity", "-Infinity"];
    await rig.logged(id, { metrics: [{ key: "loss", steps: [0, 1, 2, 3, 4], values }] });
    const curve = await rig.curveOf(id);
    expect(curve).toMatchObject({ last: values, nan: [0, 1, 0, 0, 0], infinite: [0, 0, 0, 1, 1] });
    expect(curve.min).toEqual([1, null, 3, null, null]);
    const [metric] = (await rig.detail(id)).metrics;
    expect(metric).toMatchObject({ value: "-Infinity", min: 1, max: 3, nan_points: 1, infinite_points: 2 });
  });

  it("puts steps in order that arrived out of order, and the later of two values counts", async () => {
    const id = await rig.aRun();
    await rig.logged(id, { metrics: [{ key: "loss", steps: [30, 10], values: [3, 1], times: [3_000, 1_000] }] });
    await rig.logged(id, { metrics: [{ key: "loss", steps: [20, 30], values: [2, 33], times: [2_000, 4_000] }] });
    const curve = await rig.curveOf(id);
    expect([curve.from, curve.last]).toEqual([
      [10, 20, 30, 30],
      [1, 2, 3, 33],
    ]);
    expect(curve.time).toEqual([1_000, 2_000, 3_000, 4_000]);
    const [metric] = (await rig.detail(id)).metrics;
    expect(metric).toMatchObject({ value: 33, step: 30, first_step: 10, last_step: 30 });
    await rig.logged(id, { metrics: [{ key: "loss", steps: [15], values: [1.5] }] });
    expect((await rig.detail(id)).metrics).toMatchObject([{ value: 33, step: 30, points: 5 }]);
  });

  it("stays the same while hundreds of small batches are merged into chunks", async () => {
    const id = await rig.aRun();
    const expected: number[] = [];
    for (let batch = 0; batch < 272; batch += 1) {
      // Every other step arrives late.
      const steps = batch % 2 === 0 ? [2 * batch, 2 * batch + 3] : [2 * batch, 2 * batch - 1];
      for (const step of steps) expected[step] = step === 100 ? 1e9 : step;
      const values = steps.map((step) => expected[step]);
      await rig.logged(id, { metrics: [{ key: "loss", steps, values }] });
    }
    const { rows } = await sql<{ tier: number; chunks: number; points: number }>`
      select tier, count(*)::int as chunks, sum(points)::int as points from experiment_chunk where run_id = ${id}
      group by tier order by tier`.execute(app.current.db);
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(544);
    expect(rows.reduce((sum, { chunks }) => sum + chunks, 0)).toBeLessThanOrEqual(32);
    const whole = await rig.curveOf(id, "loss", "&buckets=1000");
    expect(whole.last).toEqual(Object.values(expected));
    const few = await rig.curveOf(id, "loss", "&buckets=10");
    expect([few.from.length, few.points, Math.max(...few.max.map(Number))]).toEqual([10, 544, 1e9]);
  });

  it("is read by a range of steps, and keeps a spike at every resolution", async () => {
    const id = await rig.aRun();
    const length = 200_000;
    for (let from = 0; from < length; from += 50_000) {
      const steps = Array.from({ length: 50_000 }, (_, at) => from + at);
      const values = steps.map((step) => (step === 123_456 ? 777 : step % 7));
      await rig.logged(id, { metrics: [{ key: "loss", steps, values, times: steps }] });
    }
    for (const buckets of [10, 40, 300, 1_000]) {
      const curve = await rig.curveOf(id, "loss", `&buckets=${buckets}`);
      const at = curve.max.indexOf(777);
      expect([curve.points, curve.from.length <= buckets, at >= 0]).toEqual([length, true, true]);
      expect([Number(curve.from[at]) <= 123_456, Number(curve.to[at]) >= 123_456]).toEqual([true, true]);
    }
    const near = await rig.curveOf(id, "loss", "&from_step=123400&to_step=123500&buckets=1000");
    expect([near.points, near.from[0], near.to.at(-1), near.max[56]]).toEqual([101, 123_400, 123_500, 777]);
    const wide = await rig.curveOf(id, "loss", "&from_step=100000&to_step=180000&buckets=100");
    expect([wide.max.includes(777), Number(wide.from[0]) <= 100_000, Number(wide.to.at(-1)) >= 180_000]).toEqual([
      true,
      true,
      true,
    ]);
    const sparklines = await rig.reader.get(`/api_v1/experiment/sparklines?run_id=${id}&metric=loss`);
    const [{ max }] = (sparklines.body as unknown as { items: [{ max: number[] }] }).items;
    expect([max.includes(777), max.length <= 40]).toEqual([true, true]);
  });

  it("of an unknown metric or run is empty", async () => {
    const id = await rig.aRun();
    expect(await rig.curveOf(id, "nothing")).toMatchObject({ points: 0, from: [] });
    expect(
      (await rig.reader.get(`/api_v1/experiment/curves?run_id=${id}&metric=loss&from_step=2&to_step=1`)).status,
    ).toBe(422);
  });
});
