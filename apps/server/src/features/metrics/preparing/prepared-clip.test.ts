import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { METRICS } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/builders/a-user.ts";
import { render } from "../../../testing/media-samples.ts";
import { DRAWN, openPrepareRig, type PrepareRig } from "../../../testing/rigs/prepare-rig.ts";
import { insertReadyAsset, type WaitingClip } from "../../../testing/rigs/waiting-clips.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { readClipMetrics, readMetrics } from "../measuring/clip-metric.store.ts";

const database = testDatabase();
const named = (keys: readonly { readonly key: string }[] | undefined) => keys?.map(({ key }) => key).sort();
let rig: PrepareRig;
let clip: Buffer;

beforeAll(async () => {
  rig = await openPrepareRig(database.current.db);
  clip = await rig.draw("clip.mp4");
});
afterAll(() => rig.close());

const prepare = async (clips: readonly WaitingClip[]) => {
  const { taskId, clipIds } = await rig.make(clips);
  expect(await rig.run("prepareClipsBatch", { taskId })).toBe(clips.length);
  const found = await readClipMetrics(database.current.db, clipIds);
  return { taskId, metrics: clipIds.map((id) => found.get(id) ?? []) };
};

describe("a clip that is prepared", () => {
  it("holds the same pictures and sound under a random key, and nothing that names where it came from", async () => {
    const { taskId } = await prepare([{ content: clip, probe: DRAWN }]);
    const [row] = await rig.rowsOf(taskId);
    expect(row).toMatchObject({ status: "ready", error: null, fps: 12 });
    expect(row?.judged_key).toMatch(/^judged\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/);
    const bytes = await buffer(await rig.storage.getObject(row?.judged_key ?? ""));
    expect(BigInt(bytes.length)).toBe(row?.judged_bytes);
    for (const word of ["Model X", "secret-run-7", "x264", "Lavc"]) {
      expect([word, clip.includes(word), bytes.includes(word)]).toEqual([word, true, false]);
    }
    expect(bytes.includes("Lavf")).toBe(false);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    await expectSameStreams(bytes);
    expect(await rig.countsOf(taskId)).toEqual({ clips_ready: 1, clips_failed: 0, inputs_revision: 1n });
  });

  const expectSameStreams = async (bytes: Buffer): Promise<void> => {
    const path = join(rig.folder, "stripped.mp4");
    await writeFile(path, bytes);
    const hashOf = async (file: string) =>
      (await promisify(execFile)("ffmpeg", ["-v", "error", "-i", file, "-f", "framehash", "-"])).stdout;
    expect(await hashOf(path)).toBe(await hashOf(join(rig.folder, "clip.mp4")));
    const show = ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", path];
    const { streams, format } = JSON.parse((await promisify(execFile)("ffprobe", show)).stdout);
    expect(format.tags).toEqual({ major_brand: "isom", minor_version: "512", compatible_brands: expect.any(String) });
    const handler_name = expect.stringMatching(/^(Video|Sound)Handler$/);
    for (const { tags } of streams) expect(tags).toEqual({ language: "und", handler_name, vendor_id: "[0][0][0][0]" });
  };

  it("has a figure or a reason for every metric", async () => {
    const content = await rig.draw("figures.mp4", 9);
    const { metrics } = await prepare([{ content, probe: DRAWN, request: { seconds: 1 } }]);
    const [found = []] = metrics;
    expect(found.map(({ key, version }) => `${key} ${version}`).sort()).toEqual(
      METRICS.map(({ key, version }) => `${key} ${version}`).sort(),
    );
    const byKey = Object.fromEntries(found.map((metric) => [metric.key, metric]));
    expect(byKey.delivered_spec).toMatchObject({ value: 1 });
    expect(byKey.i2v_first_ssim).toMatchObject({ value: null, detail: { reason: "no first picture was given" } });
    expect(byKey.ref_psnr).toMatchObject({ value: null, detail: { reason: "there is no reference to compare with" } });
    for (const { key, value, detail } of found)
      expect(value !== null || typeof detail?.reason === "string", key).toBe(true);
  });

  it("is compared with the picture and the clip that it was made from", async () => {
    const { db } = database.current;
    const { id: ownerId } = await aUser(db);
    const drawn = ["-i", join(rig.folder, "clip.mp4"), "-frames:v", "1"];
    const picture = await readFile(await render(join(rig.folder, "first.png"), drawn));
    const image = { content: picture, probe: null, ownerId, kind: "image" } as const;
    const first = await insertReadyAsset(db, rig.storage, image);
    const follow = await insertReadyAsset(db, rig.storage, { content: clip, probe: DRAWN, ownerId });
    const { metrics } = await prepare([{ content: clip, probe: DRAWN, request: { seconds: 2, first, follow } }]);
    const figureOf = (key: string) => metrics[0]?.find((metric) => metric.key === key);
    expect(figureOf("i2v_first_ssim")?.value).toBeGreaterThan(0.97);
    expect(figureOf("ref_psnr")?.value).toBe(100);
    expect(figureOf("ref_ssim")?.value).toBeCloseTo(1, 9);
    expect(figureOf("delivered_spec")).toMatchObject({ value: 0, detail: { missed: [{ field: "seconds" }] } });
  });
});

describe("equal bytes", () => {
  it("are measured once, and once more when something else was asked for", async () => {
    const content = await rig.draw("equal.mp4", 40);
    const before = rig.seen.measured;
    const one = { content, probe: DRAWN, request: { seconds: 1 } };
    const { taskId, metrics } = await prepare([one, one, { ...one, request: { seconds: 4 } }]);
    expect(rig.seen.measured - before).toBe(2);
    const delivered = metrics.map((found) => found.find(({ key }) => key === "delivered_spec")?.value);
    expect(delivered).toEqual([1, 1, 0]);
    const keys = (await rig.rowsOf(taskId)).map(({ judged_key }) => judged_key);
    expect(new Set(keys).size).toBe(3);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const byBytes = await readMetrics(database.current.db, [sha256, "00"]);
    expect([...byBytes.keys()]).toEqual([sha256]);
    expect(named(byBytes.get(sha256))).toEqual(named(METRICS));
  });
});
