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

/** In a file or a starter set, weight and isRequired belong to the set and not to the dimension. */
const OF_THE_SET: ReadonlySet<string> = new Set(["isRequired", "weight"]);

/** Compare by value: objects from the database and from the request have different prototypes. */
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
