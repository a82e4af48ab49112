import type { Comparison } from "@dailies/contract";

/** One class of a training bucket axis; its upper bound is exclusive. */
export interface BucketClass {
  readonly label: string;
  readonly from: number;
  /** Undefined is unbounded. */
  readonly below: number | undefined;
}

export interface BucketAxis {
  /** The column that is classified. */
  readonly field: string;
  readonly classes: readonly BucketClass[];
}

const classesFrom = (
  starts: readonly number[],
  label: (from: number, below: number | undefined) => string,
): BucketClass[] => starts.map((from, at) => ({ from, below: starts[at + 1], label: label(from, starts[at + 1]) }));

/** By the shorter side: a 1080p clip can be used at 720p, but not the other way round. */
const SIDES = [0, 144, 240, 360, 480, 720, 1_080, 1_440, 2_160];
const RESOLUTIONS = classesFrom(SIDES, (from) => (from === 0 ? "<144p" : `${from}p`));

/** Video models take 4n + 1 or 8n + 1 frames: a clip belongs to the longest sample that can be cut from it. */
const FRAMES = [0, 17, 33, 49, 65, 81, 97, 121, 161, 241, 481];
const LENGTHS = classesFrom(FRAMES, (from, below) => (below === undefined ? `${from}+` : `${from}–${below - 1}`));

const SHAPES: readonly (readonly [string, number])[] = [
  ["9:21", 9 / 21],
  ["9:16", 9 / 16],
  ["2:3", 2 / 3],
  ["3:4", 3 / 4],
  ["1:1", 1],
  ["4:3", 4 / 3],
  ["3:2", 3 / 2],
  ["16:9", 16 / 9],
  ["21:9", 21 / 9],
];
/** Each clip goes to the aspect ratio that needs the least cropping or stretching. */
const ASPECTS: BucketClass[] = SHAPES.map(([label, ratio], at) => {
  const between = (other: number): number => Math.sqrt(ratio * other);
  const [before, after] = [SHAPES[at - 1]?.[1], SHAPES[at + 1]?.[1]];
  return { label, from: before ? between(before) : 0, below: after ? between(after) : undefined };
});

export const BUCKET_AXES: readonly BucketAxis[] = [
  { field: "short_side", classes: RESOLUTIONS },
  { field: "frames", classes: LENGTHS },
  { field: "aspect", classes: ASPECTS },
];

export const UNKNOWN_BUCKET = "unknown";

export const classLabel = ({ classes }: BucketAxis, at: number | null): string =>
  (at === null ? undefined : classes[at]?.label) ?? UNKNOWN_BUCKET;

/** Filters for exactly one class of an axis. */
export const classFilters = ({ field, classes }: BucketAxis, at: number | null): Comparison[] => {
  const found = at === null ? undefined : classes[at];
  if (!found) return [{ field, op: "is_null" }];
  const upper: Comparison[] = found.below === undefined ? [] : [{ field, op: "lt", value: found.below }];
  return [{ field, op: "gte", value: found.from }, ...upper];
};
