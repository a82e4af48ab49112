import { MEAN_STATES, SHARD_STATES } from "@dailies/contract/viewer/schemas";
import type { MapColour } from "../use-viewer-url-state.ts";
import type { ShardColumns } from "./find-shard.ts";
import { mixColours } from "./mix-colours.ts";

/** More steps than the eye can distinguish would only cost fill style changes. */
export const STEPS = 12;

export type ShardState = (typeof SHARD_STATES)[number];

/** Names of theme colours. */
export const STATE_COLOURS: Readonly<Record<ShardState, string>> = {
  unknown: "line-strong",
  ok: "success",
  bad: "error",
  missing: "warning",
  truncated: "error",
};

/** Drawn over the colour, so that a state does not depend on colour alone. */
export const STATE_MARKS: Readonly<Record<ShardState, "none" | "cross" | "cut" | "hollow">> = {
  unknown: "none",
  ok: "none",
  bad: "cross",
  missing: "hollow",
  truncated: "cut",
};

export type MeanState = (typeof MEAN_STATES)[number];
export const meanStateOf = (place: number | undefined): MeanState => MEAN_STATES[place ?? 0] ?? "waiting";

/** The grade of a shard without a mean, after those of the scale. */
const NO_MEAN = STEPS;

export const stateOf = (place: number | undefined): ShardState => SHARD_STATES[place ?? 0] ?? "unknown";

const valuesOf = (columns: ShardColumns, colour: MapColour): readonly number[] => {
  if (colour === "state") return columns.states;
  return colour === "bytes" ? columns.stored_bytes : columns.samples;
};

/** A mean may be negative or far from zero, so the scale goes from the smallest to the largest one. */
const gradeMeans = ({ samples, means }: ShardColumns): { grades: Uint8Array; min: number; max: number } => {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const mean of means?.means ?? []) {
    if (mean === null) continue;
    min = Math.min(min, mean);
    max = Math.max(max, mean);
  }
  const grades = Uint8Array.from(samples, (_, shard) => {
    const mean = means?.means[shard] ?? null;
    if (mean === null) return NO_MEAN;
    // Halves first: the difference of two large numbers may not be finite.
    const share = max === min ? 1 : (mean / 2 - min / 2) / (max / 2 - min / 2);
    return Math.round(share * (STEPS - 1));
  });
  return max < min ? { grades, min: 0, max: 0 } : { grades, min, max };
};

/** The grade of each cell, and the values at both ends of the scale. */
export const gradeCells = (
  columns: ShardColumns,
  colour: MapColour,
): { grades: Uint8Array; min: number; max: number } => {
  if (colour === "mean") return gradeMeans(columns);
  const values = valuesOf(columns, colour);
  if (colour === "state") return { grades: Uint8Array.from(values), min: 0, max: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  // The scale starts at zero: a shard of half the size is half as dark, and uniform datasets look uniform.
  const grades = Uint8Array.from(values, (value) => (max === 0 ? 0 : Math.round((value / max) * (STEPS - 1))));
  return { grades, min: values.length === 0 ? 0 : min, max };
};

/** One colour per grade. */
export const brushesOf = (colour: MapColour, themed: (name: string) => string): string[] =>
  colour === "state"
    ? SHARD_STATES.map((state) => themed(STATE_COLOURS[state]))
    : [
        ...Array.from({ length: STEPS }, (_, step) =>
          mixColours(themed("accent-tint"), themed("accent"), step / (STEPS - 1)),
        ),
        themed("line-strong"),
      ];
