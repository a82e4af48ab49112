import { describe, expect, it } from "vitest";
import { anArm } from "../testing/a-data-experiment.ts";
import { type MixDraft, mixOf, pythonOf, streamSources, usualMix, yamlOf } from "./mix.rules.ts";

const sources = streamSources([
  anArm(1, { samples: 1_000, duration_s: 3_600 }),
  anArm(2, { samples: 500, duration_s: 3_600 }),
]);
const withStreams = (mode: MixDraft["mode"], ...streams: Partial<MixDraft["streams"][number]>[]): MixDraft => {
  const usual = usualMix(sources);
  return { ...usual, mode, streams: usual.streams.map((each, at) => ({ ...each, ...streams[at] })) };
};

describe("a mix of streams", () => {
  it("has packages that StreamingDataset reads", () => {
    const arms = [
      anArm(1),
      anArm(2, { format: "Parquet" }),
      anArm(3, { kind: "view", uri: null }),
      anArm(4, { samples: 0 }),
    ];
    expect(streamSources(arms).map(({ position }) => position)).toEqual([1]);
  });

  it("divides an epoch by proportions", () => {
    const { streams, drawn, hours } = mixOf(sources, withStreams("proportion", { proportion: 3 }, { proportion: 1 }));
    expect(streams.map((each) => [each.drawn, each.share, each.epochs])).toEqual([
      [1_125, 0.75, 1.125],
      [375, 0.25, 0.75],
    ]);
    expect([drawn, hours]).toEqual([1_500, 1.875]);
  });

  it("repeats a stream, or draws so many samples of it", () => {
    const draft = withStreams("amount", { repeat: 1.5 }, { amount: "choose", choose: 2_000 });
    const { streams, drawn } = mixOf(sources, draft);
    expect(streams.map((each) => [each.drawn, each.epochs, each.hours])).toEqual([
      [1_500, 1.5, 1.5],
      [2_000, 4, 4],
    ]);
    expect(drawn).toBe(3_500);
  });

  it("says nothing about hours that are not known, and divides nothing by nothing", () => {
    const unknown = sources.map((each) => ({ ...each, durationS: null }));
    expect(mixOf(unknown, usualMix(unknown)).hours).toBeNull();
    const none = mixOf(sources, withStreams("proportion", { proportion: 0 }, { proportion: 0 }));
    expect(none.streams.map(({ share }) => share)).toEqual([0, 0]);
  });

  it("is written for a loader, with names that cannot break out of their quotes", () => {
    const odd = streamSources([anArm(1, { name: 'a"; rm -rf /', uri: 's3://b/"x/' })]);
    const draft = usualMix(odd);
    const mix = mixOf(odd, draft);
    expect(yamlOf(mix, draft)).toContain('remote: "s3://b/\\"x/"');
    expect(pythonOf(mix, draft)).toContain('Stream(remote="s3://b/\\"x/", local="/tmp/mix-1-a-rm--rf", proportion=1),');
    expect(pythonOf(mixOf(sources, withStreams("amount")), withStreams("amount"))).not.toContain("epoch_size");
  });
});
