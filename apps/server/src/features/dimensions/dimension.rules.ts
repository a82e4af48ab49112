import { isDeepStrictEqual } from "node:util";
import type { Asked } from "./dimension.store.ts";

const FIELDS = [
  "name",
  "description",
  "rubric",
  "field",
  "isRequired",
  "direction",
  "weight",
  "source",
  "metricKey",
  "appliesTo",
  "tags",
] as const satisfies readonly (keyof Asked)[];

/** Of a set that comes from a file or a starter: how much it weighs and whether it must be answered is the set's to say. */
const OF_THE_SET: ReadonlySet<string> = new Set(["isRequired", "weight"]);

/** By value: what came from the database and what came from the wire differ in their prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export const changedFields = (before: Asked, after: Asked): (keyof Asked)[] =>
  FIELDS.filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])));

export const asksTheSame = (one: Asked, other: Asked): boolean =>
  changedFields(one, other).every((name) => OF_THE_SET.has(name));

export const pick = (asked: Asked, names: readonly (keyof Asked)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, asked[name]]));

export const examplesOf = ({ rubric }: Pick<Asked, "rubric">): string[] => [
  ...new Set([...rubric.good_asset_ids, ...rubric.bad_asset_ids]),
];
