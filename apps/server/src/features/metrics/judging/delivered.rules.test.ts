import { type AssetProbe, inputSchema } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { compareRequest } from "./delivered.rules.ts";

const SCHEMA = inputSchema.parse([
  { key: "length", label: "Length", role: "seconds", spec: { type: "number" } },
  { key: "size", label: "Size", role: "size", spec: { type: "text" } },
  { key: "rate", label: "Rate", role: "fps", spec: { type: "number" } },
  { key: "sound", label: "Sound", role: "audio", spec: { type: "boolean" } },
]);
const PROBE: AssetProbe = {
  duration: 4,
  width: 640,
  height: 360,
  fps: 24,
  frames: 96,
  codec: "h264",
  audio: "aac",
  vfr: false,
};
const ASKED = { length: 4, size: "640x360", rate: 24, sound: true };
const compare = (values: typeof ASKED | object, probe: Partial<AssetProbe> = {}, frames = 96) =>
  compareRequest({ inputSchema: SCHEMA, values: values as typeof ASKED }, { ...PROBE, ...probe }, frames);

describe("what was asked for and what came", () => {
  it("is the same", () => {
    expect(compare(ASKED)).toEqual({
      value: 1,
      detail: { asked: ["seconds", "size", "fps", "audio", "frames"], missed: [] },
    });
  });

  it("differs in each of the five", () => {
    const missed = (probe: Partial<AssetProbe>, frames?: number) => {
      const { value, detail } = compare(ASKED, probe, frames);
      return [value, ((detail?.missed ?? []) as { field: string }[]).map(({ field }) => field)];
    };
    expect(missed({ duration: 3 }, 72)).toEqual([0.6, ["seconds", "frames"]]);
    expect(missed({ width: 624 })).toEqual([0.8, ["size"]]);
    expect(missed({ fps: 16 })).toEqual([0.8, ["fps"]]);
    expect(missed({ audio: null })).toEqual([0.8, ["audio"]]);
    expect(missed({}, 60)).toEqual([0.8, ["frames"]]);
  });

  it("has no figure when nothing was asked for or nobody knows", () => {
    expect(compare({})).toMatchObject({ value: null, detail: { reason: expect.stringContaining("asked") } });
    expect(compareRequest(undefined, PROBE, 96)).toMatchObject({ value: null });
    expect(compare({ length: 4, sound: false })).toMatchObject({ value: 1, detail: { asked: ["seconds"] } });
  });
});
