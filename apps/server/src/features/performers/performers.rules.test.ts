import { type AssetProbe, inputSchema, type PerformerPricing } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { costOf, estimateCost } from "./requests/cost.rules.ts";
import { compareDelivered } from "./requests/delivery.rules.ts";
import { requestHash } from "./requests/request-hash.rules.ts";
import { assetsIn, resolveInput, rolesOf } from "./requests/resolve-input.rules.ts";

const ASSET = "0192f0c1-0000-7000-8000-000000000001";
const schema = inputSchema.parse([
  { key: "prompt", label: "Prompt", spec: { type: "text", is_multiline: true }, is_required: true, role: "prompt" },
  { key: "length", label: "Length", spec: { type: "number", min: 1, max: 10 }, default: 5, role: "seconds" },
  { key: "resolution", label: "Size", spec: { type: "text" }, default: "1280x720", role: "size" },
  { key: "rate", label: "Rate", spec: { type: "number" }, role: "fps" },
  { key: "first_frame", label: "First frame", spec: { type: "text" }, role: "image" },
  { key: "sound", label: "With sound", spec: { type: "boolean" }, role: "audio" },
  { key: "steps", label: "Steps", spec: { type: "list", item_type: "number" } },
]);

describe("resolving inputs", () => {
  it("fills gaps with defaults and lets later values win", () => {
    const { values, faults } = resolveInput(schema, { prompt: "row", length: 3 }, undefined, { length: 8, steps: [1] });
    expect(faults).toEqual([]);
    expect(values).toEqual({ prompt: "row", length: 8, resolution: "1280x720", steps: [1] });
  });

  it("names all faults with their place", () => {
    const { faults } = resolveInput(schema, { length: 11, steps: [1, "two"], other: 1, first_frame: "my cat" });
    expect(faults.map(({ path }) => path.join("."))).toEqual(["prompt", "length", "first_frame", "steps.1", "other"]);
  });

  it("takes an empty text for no answer where one is needed or an asset is meant", () => {
    expect(resolveInput(schema, { prompt: "" }).faults).toMatchObject([{ message: "Prompt is required" }]);
    expect(resolveInput(schema, { prompt: "x", first_frame: "" })).toMatchObject({ faults: [] });
    expect(resolveInput(schema, { prompt: "x", first_frame: "" }).values).not.toHaveProperty("first_frame");
  });

  it("knows roles and assets; a yes or no to sound is no asset", () => {
    expect(rolesOf(schema).get("seconds")).toBe("length");
    expect(assetsIn(schema, { first_frame: ASSET, sound: true })).toEqual(new Map([["first_frame", ASSET]]));
  });
});

const price = (unit: PerformerPricing["unit"], unit_price_micros: number): PerformerPricing => ({
  unit,
  unit_price_micros,
  currency: "USD",
  checked_at: null,
});

describe("what a call costs", () => {
  it("is counted in whole micros and rounded up", () => {
    expect(estimateCost(price("call", 70), schema, {})).toBe(70);
    expect(estimateCost(price("second", 50_000), schema, { length: 5 })).toBe(250_000);
    expect(estimateCost(price("second", 1), schema, { length: 4.0001 })).toBe(5);
    expect(costOf(price("second", 3), { seconds: 0.1 + 0.2 })).toEqual({ amountMicros: 1, units: 0.3 });
    const pixels = { length: 5, resolution: "1280x720" };
    expect(estimateCost(price("megapixel_second", 10_000), schema, pixels)).toBe(46_080);
    expect(estimateCost(price("megapixel_second", 10_000), schema, { length: 5, resolution: "720p" })).toBe(46_080);
  });

  it("is not guessed", () => {
    expect(estimateCost(null, schema, { length: 5 })).toBeUndefined();
    expect(estimateCost(price("second", 1), schema, {})).toBeUndefined();
    expect(estimateCost(price("megapixel_second", 1), schema, { length: 5, resolution: "landscape" })).toBeUndefined();
    expect(estimateCost(price("second", Number.MAX_SAFE_INTEGER), schema, { length: 5 })).toBeUndefined();
  });

  it("never shrinks when more is asked for", () => {
    let before = 0;
    for (let step = 1; step <= 500; step += 1) {
      const cost = costOf(price("second", 333), { seconds: step / 37 })?.amountMicros ?? -1;
      expect(cost).toBeGreaterThanOrEqual(before);
      expect(cost).toBeGreaterThanOrEqual((333 * step) / 37 - 1e-6);
      before = cost;
    }
  });
});

describe("the hash of a request", () => {
  const request = {
    adapter: "videos",
    endpoint: "https://a",
    model: "m",
    version: "1",
    params: { a: 1, b: { c: [1], d: 2 } },
  };
  const hex = (more: object = {}) => requestHash({ ...request, ...more }).toString("hex");

  it("does not depend on the order of fields, but on everything else", () => {
    expect(hex({ params: { b: { d: 2, c: [1] }, a: 1 } })).toBe(hex());
    const others = [
      { seed: 1 },
      { seed: 2 },
      { model: "n" },
      { version: "2" },
      { endpoint: "https://b" },
      { params: { a: 1 } },
    ];
    expect(new Set([hex(), ...others.map(hex)]).size).toBe(others.length + 1);
    expect(requestHash(request)).toHaveLength(32);
  });

  it("takes an asset for its bytes", () => {
    const one = hex({ params: { image: "id 1" }, inputHashes: { image: "00" } });
    expect(hex({ params: { image: "id 2" }, inputHashes: { image: "00" } })).toBe(one);
    expect(hex({ params: { image: "id 1" }, inputHashes: { image: "01" } })).not.toBe(one);
  });
});

describe("what came beside what was asked for", () => {
  const probe = (more: Partial<AssetProbe>): AssetProbe => ({
    duration: 5,
    width: 1280,
    height: 720,
    fps: 24,
    frames: 120,
    codec: "h264",
    audio: "aac",
    vfr: false,
    ...more,
  });
  const asked = { length: 5, resolution: "1280x720", rate: 24, sound: true };
  const fields = (more: Partial<AssetProbe>, values: typeof asked | object = asked) =>
    compareDelivered(schema, values as typeof asked, probe(more)).map(({ field }) => field);

  it("finds length, size, rate and sound", () => {
    expect(fields({})).toEqual([]);
    expect(compareDelivered(schema, asked, probe({ duration: 4.04, width: 1248, height: 704 }))).toEqual([
      { field: "seconds", asked: "5 s", got: "4.04 s" },
      { field: "size", asked: "1280x720", got: "1248x704" },
    ]);
    expect(fields({ fps: 30, audio: null })).toEqual(["fps", "audio"]);
  });

  it("lets a frame, a tenth of a second and a rounded rate pass", () => {
    expect(fields({ duration: 5.1, fps: 23.976 })).toEqual([]);
    expect(fields({ duration: 5.11 })).toEqual(["seconds"]);
    expect(fields({ duration: 4.8, fps: 5 }, { ...asked, rate: 5 })).toEqual([]);
    expect(fields({ fps: 23.8 })).toEqual(["fps"]);
  });

  it("compares only what was asked for and what can be read", () => {
    expect(fields({ duration: 9, width: 2, height: 2, fps: 1, audio: null }, {})).toEqual([]);
    expect(fields({ duration: null, width: null, fps: null })).toEqual([]);
    expect(fields({ width: 720, height: 1280 }, { resolution: "720p" })).toEqual([]);
    expect(fields({ width: 1248, height: 704 }, { resolution: "720p" })).toEqual(["size"]);
    expect(fields({ width: 1248, height: 704 }, { resolution: "16:9" })).toEqual([]);
  });
});
