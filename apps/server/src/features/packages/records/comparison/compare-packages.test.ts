import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import type { PackageComparison, PackageSettings } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../../testing/builders/a-caller.ts";
import {
  aPackage,
  aPackageOrigin,
  type PackageInput,
  type PackageOrigin,
} from "../../../../testing/builders/packages/a-package.ts";
import { captureLog } from "../../../../testing/captured-log.ts";
import { runDataRig } from "../../../../testing/rigs/data-rig.ts";
import { useFeatureWorkers } from "../../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import { itemListKey } from "../../package.rules.ts";
import { type ListedSample, listHead } from "../../planning/item-list.ts";
import { toListValue } from "../../planning/list-values.ts";
import { comparePackagesActivities } from "./compare-packages.activities.ts";
import { packageComparisonsTaskQueue, packageComparisonWorkflowId } from "./comparison.rules.ts";

const running = runApp();
const rig = runDataRig(running);
const scratchRoot = join(tmpdir(), `dailies-comparisons-${newId()}`);
const { taskQueue, temporal } = useFeatureWorkers(packageComparisonsTaskQueue, () =>
  comparePackagesActivities({
    ...rig.current.data,
    scratchRoot,
    memoryBytes: 256 * 1024 ** 2,
    threads: 2,
    log: captureLog().log,
  }),
);
let owner: Caller;
let origin: PackageOrigin;

beforeAll(async () => {
  owner = await aCaller(running.current);
  origin = await aPackageOrigin(rig.current, owner.id);
});

afterAll(() => rm(scratchRoot, { recursive: true, force: true }));

const COLUMNS: PackageSettings["columns"] = [
  { source: "$media", name: "mp4" },
  { source: "caption", name: "caption" },
  { source: "width", name: "width" },
  { source: "height", name: "height" },
];

const sample = (ordinal: number, more: Partial<ListedSample> = {}): ListedSample => ({
  ordinal,
  key: `clip-${String(ordinal).padStart(4, "0")}`,
  object: "s3://datasets/a.tar",
  offset: ordinal * 100,
  bytes: 100 + ordinal,
  durationS: 1 + ordinal / 100,
  values: [null, `caption ${ordinal}`, 640n, 360n],
  ...more,
});
const range = (from: number, to: number, make = sample): ListedSample[] =>
  Array.from({ length: to - from }, (_, at) => make(from + at));

/** All columns but the clip are integers or texts. */
const toListLine = (
  { ordinal, key, object, offset, bytes, durationS, values }: ListedSample,
  columns: PackageSettings["columns"],
): string => {
  const listed = values.filter((_, at) => columns[at]?.source !== "$media").map((each) => toListValue("integer", each));
  return `${JSON.stringify([ordinal, key, object, offset, bytes, durationS, ...listed])}\n`;
};

/** A package with its item list in parts, as its plan would have stored it. */
const aListedPackage = async (
  parts: readonly (readonly ListedSample[])[],
  more: PackageInput = {},
): Promise<string> => {
  const folder = `${rig.current.folder}package-${newId()}/`;
  const samples = parts.flat().length;
  const { id } = await aPackage(rig.current, origin, { columns: COLUMNS, folder, samples, ...more });
  const columns = more.columns ?? COLUMNS;
  const head = listHead(columns.filter(({ source }) => source !== "$media").map(({ name }) => name));
  for (const [at, part] of parts.entries()) {
    const bytes = zstdCompressSync(head + part.map((each) => toListLine(each, columns)).join(""));
    await rig.current.storage.putObject(itemListKey(folder, at), bytes, { contentType: "application/zstd" });
  }
  return id;
};

const request = async (id: string, againstId: string): Promise<PackageComparison> => {
  const { status, body } = await owner.post(`/api_v1/package/compare/${id}`, { against_id: againstId });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as PackageComparison;
};
/** Runs the workflow as the outbox would start it. */
const compare = async (id: string, againstId: string): Promise<PackageComparison> => {
  const { id: comparisonId } = await request(id, againstId);
  const { workflow } = await temporal.client();
  const workflowId = packageComparisonWorkflowId(comparisonId);
  await workflow.execute("comparePackages", { taskQueue, workflowId, args: [{ comparisonId, requestId: "r" }] });
  return request(id, againstId);
};
const resultOf = ({ result, error }: PackageComparison): NonNullable<PackageComparison["result"]> => {
  if (!result) throw new Error(`there is no result: ${error}`);
  return result;
};

describe("a comparison of two packages", () => {
  it("counts equal, added, removed and changed samples and lists their first keys in order", async () => {
    const changed = (ordinal: number): ListedSample =>
      ordinal < 3 ? sample(ordinal, { values: [null, "other words", 640n, 360n] }) : sample(ordinal);
    const one = await aListedPackage([range(0, 300, changed).toReversed(), range(300, 500)], { content: "d" });
    const other = await aListedPackage([range(0, 400), [sample(900), sample(901, { key: "gone" })]]);
    const comparison = await compare(one, other);
    expect(comparison).toMatchObject({ status: "Finished", package_id: one, against_id: other, error: null });
    const result = resultOf(comparison);
    expect(result).toMatchObject({
      same: 397,
      added: { items: 100 },
      removed: { items: 2, keys: ["clip-0900", "gone"] },
      changed: { items: 3, keys: ["clip-0002", "clip-0001", "clip-0000"] },
      same_bytes: false,
    });
    expect(result.added.keys).toEqual(range(400, 500).map(({ key }) => key));
    const [ofProcess = ""] = await readdir(scratchRoot);
    expect(await readdir(join(scratchRoot, ofProcess))).toEqual([]);
  });

  it("finds a clip that lies elsewhere or has another length, and keys that occur more than once", async () => {
    const twice = [sample(1, { key: "a" }), sample(2, { key: "a" }), sample(3), sample(4), sample(5)];
    const one = await aListedPackage([twice]);
    const other = await aListedPackage([
      [twice[0] ?? sample(0), sample(3, { bytes: 7 }), sample(4, { offset: 7 }), sample(5)],
    ]);
    expect(resultOf(await compare(one, other))).toMatchObject({
      same: 2,
      added: { items: 1, keys: ["a"] },
      removed: { items: 0, keys: [] },
      changed: { items: 2, keys: ["clip-0003", "clip-0004"] },
    });
  });

  it("compares distributions in shared bins", async () => {
    const longer = (ordinal: number): ListedSample => sample(ordinal, { durationS: 10 + ordinal / 100 });
    const one = await aListedPackage([range(0, 100)]);
    const other = await aListedPackage([range(0, 50), range(50, 100, longer)]);
    const { histograms } = resultOf(await compare(one, other));
    expect(histograms.map(({ field }) => field)).toEqual(["duration_s", "short_side", "caption_length", "media_bytes"]);
    for (const { edges, counts, against_counts } of histograms) {
      expect(edges.length).toBeLessThanOrEqual(21);
      expect(counts).toHaveLength(edges.length - 1);
      expect([counts, against_counts].map((each) => each.reduce((sum, n) => sum + n, 0))).toEqual([100, 100]);
    }
    const [duration, side, , bytes] = histograms;
    expect(duration?.edges.at(0)).toBe(1);
    expect(duration?.edges.at(-1)).toBe(10.99);
    expect(duration?.distance).toBeCloseTo(0.5, 10);
    expect(side).toMatchObject({ edges: [360, 361], counts: [100], against_counts: [100], distance: 0 });
    expect(bytes?.distance).toBe(0);
  });

  it("says that packages with the same columns in another order are equal", async () => {
    const one = await aListedPackage([range(0, 10)]);
    const turned = range(0, 10).map((each) => sample(each.ordinal, { values: each.values.toReversed() }));
    const other = await aListedPackage([turned], { columns: COLUMNS.toReversed() });
    expect(resultOf(await compare(one, other))).toMatchObject({ same: 10, changed: { items: 0 }, same_bytes: true });
  });

  it("does not count samples that could not be read when the package was written", async () => {
    const one = await aListedPackage([range(0, 10)]);
    const other = await aListedPackage([range(0, 10)]);
    const row = { package_id: other, reason: "object_truncated", ordinal: 4n, key: "clip-0004", detail: "" };
    await running.current.db.insertInto("package_left_out").values(row).execute();
    expect(resultOf(await compare(one, other))).toMatchObject({ same: 9, added: { items: 1, keys: ["clip-0004"] } });
  });

  it("is made once for a pair, and only of two ready packages", async () => {
    const [one, other] = [await aListedPackage([range(0, 2)]), await aListedPackage([range(0, 2)])];
    const [first, second] = await Promise.all([request(one, other), request(one, other)]);
    expect(second?.id).toBe(first?.id);
    expect((await compare(one, other)).id).toBe(first?.id);
    const refused = async (id: string, againstId: string) =>
      (await owner.post(`/api_v1/package/compare/${id}`, { against_id: againstId })).status;
    const unfinished = await aPackage(rig.current, origin, { status: "Running" });
    expect(await refused(one, unfinished.id)).toBe(409);
    expect(await refused(unfinished.id, one)).toBe(409);
    expect(await refused(one, one)).toBe(409);
    expect(await refused(one, newId())).toBe(404);
    expect((await owner.post(`/api_v1/package/delete/${other}`, {})).status).toBe(200);
    expect((await request(one, other)).result).not.toBeNull();
    expect(await refused(other, one)).toBe(409);
  });

  it("waits until others of the same person are finished", async () => {
    const busy = await aCaller(running.current);
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await aPackage(rig.current, origin)).id);
    const [first = "", ...others] = ids;
    const ask = (againstId = "") => busy.post(`/api_v1/package/compare/${first}`, { against_id: againstId });
    for (const againstId of others) expect((await ask(againstId)).status).toBe(200);
    const one = await ask((await aPackage(rig.current, origin)).id);
    expect([one.status, one.body.detail]).toEqual([409, "5 of your comparisons are not finished: wait for one"]);
    expect((await ask(others[0])).status).toBe(200);
  });

  it("ends with a reason, and is tried again a minute later", async () => {
    const [one, other] = [await aListedPackage([range(0, 2)]), await aListedPackage([range(0, 2)], { samples: 3 })];
    const failed = await compare(one, other);
    expect(failed).toMatchObject({ status: "Failed", result: null, error: expect.stringContaining("is not complete") });
    expect((await request(one, other)).id).toBe(failed.id);
    running.current.clock.advance(61_000);
    const again = await request(one, other);
    expect(again).toMatchObject({ status: "Waiting", error: null });
    expect(again.id).not.toBe(failed.id);
  });
});
