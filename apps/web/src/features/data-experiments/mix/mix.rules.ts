import type { ExperimentArm } from "@dailies/contract";
import { pythonQuoted } from "../../../shared/python-snippet.ts";

/** A package that StreamingDataset reads. */
export interface StreamSource {
  readonly position: number;
  readonly name: string;
  readonly uri: string;
  readonly samples: number;
  readonly durationS: number | null;
}

/** The library reads MDS only, and a package without samples cannot be drawn from. */
export const streamSources = (arms: readonly ExperimentArm[]): StreamSource[] =>
  arms.flatMap(({ position, name, uri, format, samples, duration_s: durationS }) =>
    uri !== null && format === "MDS" && samples > 0 ? [{ position, name, uri, samples, durationS }] : [],
  );

export interface StreamDraft {
  /** A weight: its share of an epoch is this over the sum of all. */
  readonly proportion: number;
  readonly amount: "repeat" | "choose";
  /** How often each sample comes in an epoch. */
  readonly repeat: number;
  /** How many samples come in an epoch. */
  readonly choose: number;
}

export interface MixDraft {
  /** Proportions are relative to each other, so that either all streams have one or none has. */
  readonly mode: "proportion" | "amount";
  /** Samples in an epoch; only with proportions. */
  readonly epochSize: number;
  /** In the order of the sources. */
  readonly streams: readonly StreamDraft[];
}

const samplesOf = (sources: readonly StreamSource[]): number => sources.reduce((sum, { samples }) => sum + samples, 0);

export const usualMix = (sources: readonly StreamSource[]): MixDraft => ({
  mode: "proportion",
  epochSize: samplesOf(sources),
  streams: sources.map(({ samples }) => ({ proportion: 1, amount: "repeat", repeat: 1, choose: samples })),
});

export interface MixedStream extends StreamSource {
  readonly draft: StreamDraft;
  /** Drawn from it in one epoch. */
  readonly drawn: number;
  /** How often each of its samples comes in one epoch. */
  readonly epochs: number;
  readonly share: number;
  readonly hours: number | null;
}

export interface Mix {
  readonly streams: readonly MixedStream[];
  readonly drawn: number;
  /** Null when the length of some clips is not known. */
  readonly hours: number | null;
}

const SECONDS_PER_HOUR = 3_600;

/** What one epoch has of each stream. */
export const mixOf = (sources: readonly StreamSource[], { mode, epochSize, streams }: MixDraft): Mix => {
  const weights = streams.reduce((sum, { proportion }) => sum + proportion, 0);
  const drawnOf = ({ samples }: StreamSource, { proportion, amount, repeat, choose }: StreamDraft): number => {
    if (mode === "proportion") return weights > 0 ? Math.round((proportion / weights) * epochSize) : 0;
    return amount === "repeat" ? Math.floor(repeat * samples) : choose;
  };
  const pairs = sources.flatMap((source, at) => {
    const draft = streams[at];
    return draft ? [{ source, draft, drawn: drawnOf(source, draft) }] : [];
  });
  const drawn = pairs.reduce((sum, pair) => sum + pair.drawn, 0);
  const mixed = pairs.map(({ source, draft, drawn: ofStream }) => ({
    ...source,
    draft,
    drawn: ofStream,
    epochs: ofStream / source.samples,
    share: drawn === 0 ? 0 : ofStream / drawn,
    hours: source.durationS === null ? null : (source.durationS / source.samples / SECONDS_PER_HOUR) * ofStream,
  }));
  const isKnown = mixed.every(({ hours }) => hours !== null);
  return { streams: mixed, drawn, hours: isKnown ? mixed.reduce((sum, { hours }) => sum + (hours ?? 0), 0) : null };
};

/** Of letters that mean nothing to a file system or a shell. */
const localFolder = ({ name, position }: StreamSource): string =>
  `/tmp/mix-${position}-${name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "") || "arm"}`;

const amountOf = (
  { mode }: MixDraft,
  { proportion, amount, repeat, choose }: StreamDraft,
): readonly [string, number] => {
  if (mode === "proportion") return ["proportion", proportion];
  return amount === "repeat" ? ["repeat", repeat] : ["choose", choose];
};

/** JSON strings are YAML strings. */
export const yamlOf = (mix: Mix, draft: MixDraft): string =>
  [
    "train_loader:",
    "  dataset:",
    ...(draft.mode === "proportion" ? [`    epoch_size: ${draft.epochSize}`] : []),
    "    shuffle: true",
    "    streams:",
    ...mix.streams.flatMap((stream) => {
      const [key, value] = amountOf(draft, stream.draft);
      return [
        `      arm_${stream.position}:`,
        `        remote: ${pythonQuoted(stream.uri)}`,
        `        local: ${pythonQuoted(localFolder(stream))}`,
        `        ${key}: ${value}`,
      ];
    }),
    "",
  ].join("\n");

export const pythonOf = (mix: Mix, draft: MixDraft): string =>
  [
    "from streaming import Stream, StreamingDataset",
    "",
    "streams = [",
    ...mix.streams.map((stream) => {
      const [key, value] = amountOf(draft, stream.draft);
      const places = `remote=${pythonQuoted(stream.uri)}, local=${pythonQuoted(localFolder(stream))}`;
      return `    Stream(${places}, ${key}=${value}),`;
    }),
    "]",
    "dataset = StreamingDataset(",
    "    streams=streams,",
    ...(draft.mode === "proportion" ? [`    epoch_size=${draft.epochSize},`] : []),
    "    shuffle=True,",
    "    batch_size=1,",
    ")",
    "",
  ].join("\n");
