import { comparesClips, type DatasetColumn, type LabelField, type LabelSource } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { PairNames } from "../additions/label-addition.store.ts";

const SINGLE: PairNames = { pairColumn: null, otherKeys: null };

type NamedSource =
  | Pick<Extract<LabelSource, { kind: "view" }>, "kind" | "pair_column">
  | Pick<Extract<LabelSource, { kind: "keys" }>, "kind" | "keys" | "other_keys">;

const readColumn = (name: string | null, columns: readonly DatasetColumn[]): PairNames => {
  if (name === null)
    throw new DomainError("invalid", "this form compares two clips: choose the column with the key of the other clip");
  const column = columns.find((each) => each.name === name && each.is_indexed);
  if (column?.type !== "text")
    throw new DomainError("invalid", `the dataset has no text column ${JSON.stringify(name)} with keys of other clips`);
  return { pairColumn: name, otherKeys: null };
};

const readKeys = (keys: readonly string[], otherKeys: readonly string[] | undefined): PairNames => {
  if (otherKeys === undefined)
    throw new DomainError("invalid", "this form compares two clips: give the key of the other clip with each key");
  if (otherKeys.length !== keys.length)
    throw new DomainError("invalid", "give as many keys of other clips as there are keys");
  const same = keys.find((key, at) => key === otherKeys[at]);
  if (same !== undefined) throw new DomainError("invalid", `${JSON.stringify(same)} is compared with itself`);
  return { pairColumn: null, otherKeys };
};

/** How the second clips of items are named. Only forms that compare two clips have them, and those always do. */
export const readPairs = (
  source: NamedSource,
  fields: readonly LabelField[],
  columns: readonly DatasetColumn[],
): PairNames => {
  const isNamed = source.kind === "view" ? source.pair_column !== null : source.other_keys !== undefined;
  if (!comparesClips(fields)) {
    if (isNamed) throw new DomainError("invalid", "this form is about one clip: it compares no two");
    return SINGLE;
  }
  return source.kind === "view" ? readColumn(source.pair_column, columns) : readKeys(source.keys, source.other_keys);
};
