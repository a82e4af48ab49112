import { type DatasetRow, parsePredicate } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anItemTable, holds, type MadeItem } from "../../../testing/builders/an-item-table.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { mixOrdinal } from "./sampling/draw-sample.rules.ts";

const running = runApp();
const rig = runDataRig(running);
let ada: Caller;
let datasetId: string;

const SOURCES = ["film", "game", "phone", "it's odd"];
const WORDS = ["A red car", "two dogs", "the Sea at dawn", "Schnee und Eis"];
const ITEMS: MadeItem[] = Array.from({ length: 5_000 }, (_, n) => {
  const mixed = mixOrdinal(n, 1);
  return {
    caption: n % 7 === 0 ? null : `${WORDS[mixed % 4]} ${n}`,
    duration_s: n % 11 === 0 ? null : (mixed % 2_000) / 100,
    width: [640, 1280, 720][n % 3] ?? null,
    height: [480, 720, 1280][n % 3] ?? null,
    fps: 24,
    frames: mixed % 300,
    score: n % 13 === 0 ? null : (mixed % 1_000) / 10 - 20,
    source: n % 17 === 0 ? null : (SOURCES[mixed % 4] ?? null),
    seen: n % 5 === 0 ? null : n * 3,
    is_ok: n % 3 === 0,
    made_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    tags: JSON.stringify({ n }),
    latent: n,
    'odd "name"': n % 2 === 0 ? "even" : "odd",
  };
});
const vectorOf = (n: number) => (n % 50 === 49 ? null : [Math.cos(n), Math.sin(n), (n / 500) ** 2, 0]);

interface Page {
  items: DatasetRow[];
  total: number;
  next_cursor: string | null;
  version: number;
  total_exact: boolean;
  partial: boolean;
}
const list = async (body: object): Promise<Page> => {
  const answer = await ada.post(`/api_v1/dataset/${datasetId}/items`, body);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as Page;
};
const refused = async (path: string, body: object) => {
  const { status, body: said } = await ada.post(`/api_v1/dataset/${datasetId}/${path}`, body);
  return [status, said.code, said.detail];
};
const ordinalsOf = ({ items }: { items: readonly DatasetRow[] }) => items.map(({ ordinal }) => ordinal);

/** The expected page, computed by a full scan. */
const expected = (where: string, orderBy = ""): number[] => {
  const parsed = parsePredicate(where);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  const { predicate } = parsed;
  const kept = ITEMS.flatMap((item, n) => (!predicate || holds(predicate, item) ? [n] : []));
  if (orderBy === "") return kept;
  const name = orderBy.replace(/^-/, "");
  const sign = orderBy.startsWith("-") ? -1 : 1;
  const sortedBy = (n: number) => ITEMS[n]?.[name] ?? null;
  return kept.sort((a, b) => {
    const [x, y] = [sortedBy(a), sortedBy(b)];
    if (x === y) return a - b;
    if (x === null) return 1;
    if (y === null) return -1;
    return (x < y ? -1 : 1) * sign;
  });
};

beforeAll(async () => {
  const { db } = running.current;
  ada = await aCaller(running.current);
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  ({ datasetId } = await anItemTable(rig.current, { ownerId: ada.id, profileId, items: ITEMS, vectorOf }));
});

const CASES: [string, string][] = [
  ["", ""],
  ["", "-score"],
  ["", "caption"],
  ["score > 10.5", ""],
  ["score > 10.5", "score"],
  ["NOT score > 10.5", "-seen"],
  ["seen > 2.5 AND seen <= 9000", "-duration_s"],
  ["source IN ('film', 'it''s odd')", "made_at"],
  ["source NOT IN ('film')", "-source"],
  ["source != 'film' OR is_ok = true", ""],
  ["caption CONTAINS 'SEA' AND NOT (fps = 25)", "-frames"],
  ["caption IS NULL", "is_ok"],
  ["made_at BETWEEN '2026-01-01T10:00:00Z' AND '2026-01-02T00:00:00Z'", "-made_at"],
  ['"odd ""name""" = \'odd\' AND frames BETWEEN 3 AND 120', '-odd "name"'],
  ["score = -20", ""],
  ["seen IN (3, 6, 9.5)", ""],
];

describe("pages of items", () => {
  it.each(CASES)("where %s sorted by %s are the same as going over everything", async (where, orderBy) => {
    const all = expected(where, orderBy);
    for (const offset of [0, 30, Math.max(0, all.length - 41), Math.floor(all.length / 2), all.length + 5]) {
      const page = await list({ where, order_by: orderBy, offset, page_size: 40 });
      expect(ordinalsOf(page)).toEqual(all.slice(offset, offset + 40));
      expect([page.total, page.total_exact, page.partial]).toEqual([all.length, true, false]);
    }
  });

  it("go on exactly after the last one, with and without a list of all", async () => {
    const where = "score > 0";
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list({ where, order_by: "-source", page_size: 200, ...(cursor && { cursor }) });
      seen.push(...ordinalsOf(page));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(expected(where, "-source"));
  });

  it("refuse a place that belongs to another question", async () => {
    const { next_cursor: cursor } = await list({ where: "score > 0" });
    expect(await refused("items", { where: "score > 1", cursor })).toEqual([422, "invalid", expect.any(String)]);
    expect(await refused("items", { cursor: "AAAA" })).toEqual([422, "invalid", expect.any(String)]);
  });

  it("combine filters, predicate text and text search", async () => {
    const filters = [{ field: "is_ok", op: "eq", value: true }];
    const page = await list({ filters, where: "score > 0", q: "dogs TWO", page_size: 200 });
    const wanted = expected("is_ok = true AND score > 0 AND caption CONTAINS 'two' AND caption CONTAINS 'dogs'");
    expect([page.total, ordinalsOf(page)]).toEqual([wanted.length, wanted.slice(0, 200)]);
  });

  it("carry the values that were asked for and nothing else", async () => {
    const [item] = (await list({ where: "seen = 3", columns: ["seen", "tags", "latent", "embedding", "made_at"] }))
      .items;
    expect(item).toMatchObject({
      ordinal: 1,
      key: "key-1",
      media: null,
      width: 1280,
      fps: 24,
      duration_s: expect.any(Number),
    });
    expect(item?.values).toEqual({
      seen: 3,
      made_at: "2026-01-01T00:01:00.000Z",
      tags: { kind: "json", bytes: 7, preview: '{"n":1}' },
      latent: { kind: "binary", bytes: 1, preview: "bytes" },
      embedding: { kind: "vector", bytes: 16, preview: expect.stringMatching(/^\[0\.540/) },
    });
    expect(Object.keys((await list({})).items[0]?.values ?? {})).not.toContain("tags");
  });

  it.each([
    [{ where: "score >" }, /character 8/],
    [{ where: "nothing = 1" }, /no column nothing/],
    [{ where: "tags = 'x'" }, /not in the index/],
    [{ where: "score = 'x'" }, /a number/],
    [{ where: "score = 1; drop table items" }, /“;” has no meaning/],
    [{ filters: [{ field: "rowid) or (1", op: "eq", value: 1 }] }, /no column/],
    [{ order_by: "rowid" }, /cannot be sorted/],
    [{ order_by: "c0" }, /cannot be sorted/],
    [{ columns: ["none"] }, /no column/],
  ])("refuse %j and say why", async (body, words) => {
    expect(await refused("items", body)).toEqual([422, "invalid", expect.stringMatching(words)]);
  });

  it("take text that looks like SQL for text", async () => {
    const value = "'; attach '/tmp/x' as y; --";
    expect((await list({ filters: [{ field: "source", op: "eq", value }] })).total).toBe(0);
    expect((await list({ q: "%' or 1=1" })).total).toBe(0);
  });

  it("are of the version that is asked for", async () => {
    const { profile_id: profileId } = await running.current.db
      .selectFrom("dataset")
      .select("profile_id")
      .where("id", "=", datasetId)
      .executeTakeFirstOrThrow();
    const items = ITEMS.slice(0, 10).map((item) => ({ ...item, source: "new" }));
    await anItemTable(rig.current, { ownerId: ada.id, profileId, items, datasetId });
    const where = "source = 'new'";
    expect((await list({ where })).total).toBe(10);
    expect(await list({ where, version: 1 })).toMatchObject({ total: 0, version: 1 });
    expect((await list({ version: 1 })).total).toBe(5_000);
    expect((await ada.post(`/api_v1/dataset/${datasetId}/items`, { version: 3 })).status).toBe(404);
  });
});

describe("one item", () => {
  it("shows every column, the large ones measured", async () => {
    const { status, body } = await ada.get(`/api_v1/dataset/${datasetId}/item/4711?version=1`);
    expect([status, body.has_similar, body.used_in]).toEqual([200, true, []]);
    const item = body.item as DatasetRow;
    expect(item.values).toMatchObject({ seen: 14_133, latent: { bytes: 4_711 }, tags: { preview: '{"n":4711}' } });
    expect((await ada.get(`/api_v1/dataset/${datasetId}/item/5000?version=1`)).status).toBe(404);
  });

  it("has others that are like it, the nearest first and never itself", async () => {
    const { body } = await ada.get(`/api_v1/dataset/${datasetId}/similar/100?version=1&count=5`);
    const items = body.items as (DatasetRow & { distance: number })[];
    const distance = (n: number) => {
      const [a, b] = [vectorOf(100), vectorOf(n)];
      return a && b ? a.reduce((sum, x, at) => sum + (x - (b[at] ?? 0)) ** 2, 0) : Number.POSITIVE_INFINITY;
    };
    const nearest = ITEMS.map((_, n) => n)
      .filter((n) => n !== 100)
      .sort((a, b) => distance(a) - distance(b));
    expect(items.map(({ ordinal }) => ordinal)).toEqual(nearest.slice(0, 5));
    expect((await ada.get(`/api_v1/dataset/${datasetId}/similar/49?version=1`)).body.code).toBe("conflict");
  });
});
