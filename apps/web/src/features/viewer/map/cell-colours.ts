import { SHARD_STATES } from "@dailies/contract/viewer/schemas";
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

export const stateOf = (place: number | undefined): ShardState => SHARD_STATES[place ?? 0] ?? "unknown";

const valuesOf = (columns: ShardColumns, colour: MapColour): readonly number[] => {
  if (colour === "state") return columns.states;
  return colour === "bytes" ? columns.stored_bytes : columns.samples;
};

/** The grade of each cell, and the values at both ends of the scale. */
export const gradeCells = (
  columns: ShardColumns,
  colour: MapColour,
): { grades: Uint8Array; min: number; max: number } => {
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
    : Array.from({ length: STEPS }, (_, step) =>
        mixColours(themed("accent-tint"), themed("accent"), step / (STEPS - 1)),
      );
