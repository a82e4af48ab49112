import type { Comparison, DatasetRow, Facet } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anItemTable, type MadeItem } from "../../../testing/builders/an-item-table.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { mixOrdinal } from "./sampling/draw-sample.rules.ts";

const running = runApp();
const rig = runDataRig(running);
let ada: Caller;
let base: string;

const SIZES = [
  [1280, 720],
  [1920, 1080],
  [720, 1280],
  [null, null],
] as const;
const ITEMS: MadeItem[] = Array.from({ length: 4_000 }, (_, n) => {
  const mixed = mixOrdinal(n, 2);
  const [width, height] = SIZES[mixed % 4] ?? [null, null];
  return {
    width,
    height,
    fps: 24,
    caption: `clip ${n}`,
    duration_s: 1 + (mixed % 90) / 10,
    frames: n % 9 === 0 ? null : mixed % 200,
    score: n % 10 === 0 ? null : (mixed % 500) / (n === 77 ? Number.NaN : 100),
    seen: mixed % 3_000,
    source: n % 8 === 0 ? null : (["film", "game", "phone"][mixed % 3] ?? null),
    is_ok: mixed % 5 === 0,
    made_at: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
  };
});
const numberOf = (item: MadeItem, name: string): number | null => {
  const value = item[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

beforeAll(async () => {
  ada = await aCaller(running.current);
  const { id: profileId } = await running.current.db
    .selectFrom("storage_profile")
    .select("id")
    .executeTakeFirstOrThrow();
  const { datasetId } = await anItemTable(rig.current, { ownerId: ada.id, profileId, items: ITEMS });
  base = `/api_v1/dataset/${datasetId}`;
});

const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await ada.post(`${base}/${path}`, body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as T;
};
const get = async <T>(path: string): Promise<T> => (await ada.get(`${base}/${path}`)).body as T;
const total = async (body: object) => (await post<{ total: number }>("items", { ...body, page_size: 1 })).total;

describe("facets", () => {
  const where = "is_ok = true";
  const chosen = ITEMS.filter(({ is_ok }) => is_ok === true);

  it("draw every number of the set in one bar, whole ones too", async () => {
    const fields = ["score", "frames", "seen", "duration_s", "short_side", "aspect", "made_at"];
    const {
      facets,
      total: count,
      full_total,
    } = await post<{ facets: Facet[]; total: number; full_total: number }>("facets", { where, fields });
    expect([facets.length, count, full_total]).toEqual([fields.length, chosen.length, ITEMS.length]);
    for (const { field, histogram, nulls, full_nulls } of facets) {
      const edges = histogram?.edges ?? [];
      const bars = edges.length - 1;
      if (field !== "short_side" && field !== "aspect") expect(bars).toBeGreaterThanOrEqual(19);
      expect(bars).toBeLessThanOrEqual(40);
      if (field === "short_side" || field === "aspect" || field === "made_at") continue;
      const count = (items: readonly MadeItem[]) =>
        Array.from({ length: bars }, (_, bar) => {
          const isLast = bar === bars - 1;
          const [low = 0, high = 0] = [edges[bar], edges[bar + 1]];
          return items.filter((item) => {
            const value = numberOf(item, field);
            return value !== null && value >= low && (value < high || (isLast && value === high));
          }).length;
        });
      expect([field, histogram?.counts]).toEqual([field, count(chosen)]);
      expect([field, histogram?.full_counts]).toEqual([field, count(ITEMS)]);
      const missing = (items: readonly MadeItem[]) => items.filter((item) => numberOf(item, field) === null).length;
      expect([field, nulls, full_nulls]).toEqual([field, missing(chosen), missing(ITEMS)]);
    }
  });

  it("list the frequent values with how many there are in all", async () => {
    const { facets } = await post<{ facets: Facet[] }>("facets", { where, fields: ["source", "is_ok", "caption"] });
    const [caption, source, ok] = ["caption", "source", "is_ok"].map((name) =>
      facets.find(({ field }) => field === name),
    );
    const count = (items: readonly MadeItem[], value: unknown) => items.filter((item) => item.source === value).length;
    expect(source?.values).toHaveLength(3);
    for (const { value, count: n, full_count } of source?.values ?? [])
      expect([n, full_count]).toEqual([count(chosen, value), count(ITEMS, value)]);
    expect(ok?.values).toEqual([{ value: true, count: chosen.length, full_count: chosen.length }]);
    expect(caption?.histogram).toBeNull();
  });

  it("are asked for by name, and only such as can be counted", async () => {
    expect((await ada.post(`${base}/facets`, { fields: ["tags"] })).status).toBe(422);
    const { facets } = await post<{ facets: Facet[] }>("facets", {});
    expect(facets.map(({ field }) => field)).toContain("aspect");
  });

  it("complete what is typed", async () => {
    const { values } = await post<{ values: unknown }>("values", { field: "source", starts_with: "FI" });
    expect(values).toEqual([{ value: "film", count: ITEMS.filter(({ source }) => source === "film").length }]);
  });
});

describe("samples", () => {
  type Sample = { items: DatasetRow[]; total: number; partial: boolean };
  const draw = async (query: string) => (await get<Sample>(`sample?${query}`)).items.map(({ ordinal }) => ordinal);

  it("are the same for a seed and others for another", async () => {
    const first = await draw("count=50&seed=7&where=is_ok%20%3D%20true");
    expect(await draw("count=50&seed=7&where=is_ok%20%3D%20true")).toEqual(first);
    expect(await draw("count=50&seed=8&where=is_ok%20%3D%20true")).not.toEqual(first);
    const byHand = ITEMS.flatMap(({ is_ok }, n) => (is_ok === true ? [n] : [])).sort(
      (a, b) => mixOrdinal(a, 7) - mixOrdinal(b, 7),
    );
    expect(first).toEqual(byHand.slice(0, 50));
  });

  it("are even over the values of a column, or over ten parts of its numbers", async () => {
    const sources = (await draw("count=30&strategy=stratified&by=source")).map((n) => ITEMS[n]?.source);
    for (const source of ["film", "game", "phone"]) expect(sources.filter((each) => each === source)).toHaveLength(10);
    const seen = (await draw("count=100&strategy=stratified&by=seen")).map((n) => Number(ITEMS[n]?.seen));
    const sorted = ITEMS.map(({ seen }) => Number(seen)).sort((a, b) => a - b);
    for (let part = 0; part < 10; part++) {
      const [low, high] = [
        part === 0 ? -1 : sorted[part * 400 - 1],
        part === 9 ? Infinity : sorted[(part + 1) * 400 - 1],
      ];
      expect(seen.filter((value) => value > Number(low) && value <= Number(high)).length).toBeGreaterThanOrEqual(8);
    }
    expect((await ada.get(`${base}/sample?strategy=stratified`)).status).toBe(422);
  });

  it("can be as different as possible", async () => {
    const first = await draw("count=25&strategy=diverse&seed=3");
    expect(await draw("count=25&strategy=diverse&seed=3")).toEqual(first);
    expect(new Set(first).size).toBe(25);
  });
});

describe("the funnel", () => {
  it("tells what each step leaves, and what it threw away can be looked at", async () => {
    type Step = { where: string; items: number; duration_s: number; dropped: number; dropped_where: string };
    const steps = ["score > 1", "NOT (source = 'film' OR frames < 20)", "short_side >= 720"];
    const funnel = await post<{ full: { items: number }; steps: Step[] }>("funnel", { steps });
    expect(funnel.full.items).toBe(ITEMS.length);
    let left = ITEMS.length;
    for (const [at, step] of funnel.steps.entries()) {
      expect(
        await total({
          where: steps
            .slice(0, at + 1)
            .map((each) => `(${each})`)
            .join(" AND "),
        }),
      ).toBe(step.items);
      expect(await total({ where: step.dropped_where })).toBe(step.dropped);
      expect(step.items + step.dropped).toBe(left);
      left = step.items;
    }
    expect((await ada.post(`${base}/funnel`, { steps: [" "] })).status).toBe(422);
  });

  it("begins with the matches of the text search", async () => {
    type Funnel = { full: { items: number }; steps: { items: number; dropped: number; dropped_where: string }[] };
    const [q, where] = ["clip 12", "is_ok = true"];
    const { full, steps } = await post<Funnel>("funnel", { steps: [where], q });
    const found = ITEMS.filter(({ caption }) => String(caption).includes("12"));
    expect(full.items).toBe(found.length);
    expect(steps[0]?.items).toBe(found.filter(({ is_ok }) => is_ok === true).length);
    expect(await total({ where: steps[0]?.dropped_where, q })).toBe(steps[0]?.dropped);
  });
});

describe("buckets", () => {
  it("hold every item once, and each can be chosen", async () => {
    type Bucket = { resolution: string; frames: string; aspect: string; items: number; filters: Comparison[] };
    const { buckets } = await post<{ buckets: Bucket[] }>("buckets", { where: "seen < 2000" });
    expect(buckets.reduce((sum, { items }) => sum + items, 0)).toBe(await total({ where: "seen < 2000" }));
    expect(new Set(buckets.map(({ resolution }) => resolution))).toEqual(new Set(["720p", "1080p", "unknown"]));
    expect(new Set(buckets.map(({ aspect }) => aspect))).toEqual(new Set(["16:9", "9:16", "unknown"]));
    for (const { items, filters } of buckets) expect(await total({ filters, where: "seen < 2000" })).toBe(items);
  });
});

describe("an empty answer", () => {
  it("is explained by the condition that removes most", async () => {
    type Part = { where: string; without_it: number; alone: number };
    const where = "is_ok = true AND score > 100 AND (source = 'film' OR seen > 5)";
    const { predicates, words } = await post<{ predicates: Part[]; words: unknown }>("explain", { where });
    expect(words).toBeNull();
    expect(predicates.map((part) => part.where)).toEqual([
      "is_ok = true",
      "score > 100",
      "source = 'film' OR seen > 5",
    ]);
    expect(predicates[1]).toMatchObject({
      alone: 0,
      without_it: await total({ where: "is_ok = true AND (source = 'film' OR seen > 5)" }),
    });
  });

  it("is explained by the text search as well", async () => {
    const ok = ITEMS.filter(({ is_ok }) => is_ok === true).length;
    expect(await post("explain", { where: "is_ok = true", q: "zebra" })).toEqual({
      predicates: [{ where: "is_ok = true", without_it: 0, alone: ok }],
      words: { without_it: ok, alone: 0 },
    });
    expect(await post("explain", { q: "zebra" })).toEqual({
      predicates: [],
      words: { without_it: ITEMS.length, alone: 0 },
    });
  });
});
