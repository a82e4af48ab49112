import { describe, expect, it } from "vitest";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { indexToEnd, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listUsers } from "../../users/index.ts";
import { findLivingRun } from "../index-run.store.ts";
import { createChance } from "./chance.rules.ts";
import { CLIP_RECIPES } from "./demo-clips.rules.ts";
import { makeSamples } from "./demo-samples.rules.ts";
import { DEMO_SETS } from "./demo-sets.ts";
import { seedDatasets } from "./seed-datasets.ts";

const running = runApp();
const rig = runDataRig(running);

describe("samples of the demonstration", () => {
  it("are the same each time, spread over all clips, and a few are broken", () => {
    const once = makeSamples(2_000, () => "square");
    expect(makeSamples(2_000, () => "square")).toEqual(once);
    expect(new Set(once.map(({ clip }) => clip)).size).toBe(CLIP_RECIPES.length);
    expect(once.filter(({ breakage }) => breakage !== null)).toHaveLength(15);
    expect(createChance(1).share()).not.toBe(createChance(2).share());
  });
});

describe("seeding datasets", () => {
  it("draws, writes and registers nine sets that can be read to the last sample, once", {
    timeout: 180_000,
  }, async () => {
    const { data, folder } = rig.current;
    const caller = await aCaller(running.current);
    const { items } = await listUsers(data.db, { q: caller.username }, { limit: 1, offset: 0 });
    const said: string[] = [];
    const input = {
      samples: 60,
      root: `${folder}demo/`,
      owner: items[0],
      requestId: "seed",
      say: (line: string) => said.push(line),
    };
    await seedDatasets(data, input);
    expect(said).toHaveLength(DEMO_SETS.length + 1);
    expect(said.slice(1).every((line) => line.endsWith("registered"))).toBe(true);
    const answer = await caller.get("/api_v1/dataset");
    const listed = answer.body.items as { id: string; name: string; kind: string; layout: string }[];
    const kinds = Object.fromEntries(listed.map(({ name, kind, layout }) => [name, `${kind} ${layout}`]));
    expect(kinds).toEqual({
      "Procedural clips, MDS": "MDS plain",
      "Procedural clips, WebDataset": "WebDataset plain",
      "Procedural clips, Parquet": "Parquet plain",
      "Procedural clips, Lance": "Lance plain",
      "Curated clips": "folder nemo_curator",
      "Open-Sora table": "folder open_sora",
      "Compressed shards": "MDS plain",
      "A shard that broke off": "MDS plain",
      "Tars without index": "WebDataset plain",
    });
    const faults: Record<string, number> = {};
    for (const { id, name } of listed) {
      const run = await findLivingRun(data.db, id);
      expect(await indexToEnd(rig.current, run?.id ?? ""), name).toBe("published");
      const { body } = await caller.get(`/api_v1/dataset/${id}/detail`);
      expect(body, name).toMatchObject({ status: "Ready", items: 60 });
      expect(Number(body.duration_s), name).toBeGreaterThan(30);
      faults[name] = Number(body.faults);
    }
    // A file name promises a clip, a binary column does not: bytes that are no clip are a fault only where promised.
    expect(faults).toMatchObject({
      "Procedural clips, MDS": 1,
      "Procedural clips, WebDataset": 2,
      "Procedural clips, Parquet": 2,
      "Procedural clips, Lance": 2,
      "Curated clips": 2,
      "Open-Sora table": 2,
      "Compressed shards": 1,
      "Tars without index": 2,
    });
    expect(faults["A shard that broke off"]).toBeGreaterThan(3);
    said.length = 0;
    await seedDatasets(data, input);
    expect(said.slice(1).every((line) => line.endsWith("was there"))).toBe(true);
  });
});
