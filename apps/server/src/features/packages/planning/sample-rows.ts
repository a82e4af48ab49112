import type { LeftOutReason, PackageSettings } from "@dailies/contract";
import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";

/** Columns that decide whether an item is packed, before those that are packed. */
export const FIXED_NAMES = [
  "ordinal",
  "key",
  "object",
  "media_offset",
  "media_bytes",
  "caption",
  "duration_s",
  "width",
  "height",
  "fault",
] as const;

/** A row as the engine of replicas has it. */
export type SampleRow = readonly unknown[];

export interface ReadRow {
  readonly ordinal: number;
  readonly key: string;
  readonly object: string | null;
  readonly offset: number;
  readonly bytes: number;
  readonly caption: string | null;
  readonly durationS: number | null;
  readonly shortSide: number | null;
  readonly fault: string | null;
}

const numberOf = (value: unknown): number | null => {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const readRow = (row: SampleRow): ReadRow => {
  const [width, height] = [numberOf(row[7]), numberOf(row[8])];
  return {
    ordinal: Number(row[0]),
    key: textOf(row[1]) ?? String(row[0]),
    object: textOf(row[2]),
    offset: numberOf(row[3]) ?? 0,
    bytes: numberOf(row[4]) ?? 0,
    caption: textOf(row[5]),
    durationS: numberOf(row[6]),
    shortSide: width === null || height === null ? null : Math.min(width, height),
    fault: textOf(row[9]),
  };
};

export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly detail: string;
}

/** The first reason not to pack an item; the estimate counts by the same. An unknown length or size is too small. */
export const reasonToLeaveOut = (
  row: ReadRow,
  { needsClip, leave_out: out }: Pick<PackageSettings, "leave_out"> & { readonly needsClip: boolean },
): LeftOut | undefined => {
  if (row.fault !== null) return { reason: "faulty", detail: row.fault };
  if (needsClip && (row.object === null || row.bytes <= 0)) return { reason: "no_media", detail: "" };
  if (out.no_caption && !row.caption) return { reason: "no_caption", detail: "" };
  if (isBelow(row.durationS, out.shorter_than_s)) return { reason: "too_short", detail: inWords(row.durationS, "s") };
  if (isBelow(row.shortSide, out.smaller_than_px)) return { reason: "too_small", detail: inWords(row.shortSide, "px") };
  return undefined;
};

const isBelow = (value: number | null, limit: number): boolean => limit > 0 && (value ?? -1) < limit;

const inWords = (value: number | null, unit: string): string => (value === null ? "unknown" : `${value} ${unit}`);

/** The value as the format writes it. Numbers that JSON cannot hold count as missing. */
export const toShardValue = (type: ShardColumn["type"], value: unknown): ShardValue => {
  if (value === null || value === undefined || type === "bytes") return null;
  switch (type) {
    case "integer":
      return toInteger(value);
    case "number":
      return numberOf(value);
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "time":
      return toMoment(value);
    default:
      return String(value);
  }
};

const toInteger = (value: unknown): ShardValue => {
  if (typeof value !== "bigint") return typeof value === "number" ? value : null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

const toMoment = (value: unknown): string | null => {
  const at = new Date(numberOf(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};
