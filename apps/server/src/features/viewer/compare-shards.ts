import type { SetColumn } from "./sets/shard-set.ts";
import { readingOf, type UsedSet } from "./use-set.ts";

const MAX_KEYS = 1_000_000;

export interface ComparedColumn {
  readonly name: string;
  readonly left: SetColumn | null;
  readonly right: SetColumn | null;
  readonly isEqual: boolean;
}

export interface ComparedKeys {
  readonly both: number;
  readonly onlyLeft: number;
  readonly onlyRight: number;
  readonly isSampled: boolean;
  readonly lookedAt: number;
}

const compareColumns = (left: readonly SetColumn[], right: readonly SetColumn[]): ComparedColumn[] => {
  const others = new Map(right.map((column) => [column.name, column]));
  const shared = new Set(left.map(({ name }) => name));
  const isEqual = (a: SetColumn, b: SetColumn | undefined) => a.encoding === b?.encoding && a.size === b.size;
  return [
    ...left.map((column) => ({
      name: column.name,
      left: column,
      right: others.get(column.name) ?? null,
      isEqual: isEqual(column, others.get(column.name)),
    })),
    ...right
      .filter(({ name }) => !shared.has(name))
      .map((column) => ({ name: column.name, left: null, right: column, isEqual: false })),
  ];
};

const compareKeys = async (left: UsedSet, right: UsedSet, signal?: AbortSignal): Promise<ComparedKeys | null> => {
  const [ours, theirs] = await Promise.all([
    left.set.listKeys(readingOf(left, { signal }), MAX_KEYS),
    right.set.listKeys(readingOf(right, { signal }), MAX_KEYS),
  ]);
  if (!ours || !theirs) return null;
  const [mine, other] = [new Set(ours.keys), new Set(theirs.keys)];
  let both = 0;
  for (const key of mine) if (other.has(key)) both += 1;
  return {
    both,
    onlyLeft: mine.size - both,
    onlyRight: other.size - both,
    isSampled: !(ours.isComplete && theirs.isComplete),
    lookedAt: mine.size + other.size,
  };
};

/** Compares schema, counts and, where samples have keys, the keys that both sets have. */
export const compareShards = async (left: UsedSet, right: UsedSet, signal?: AbortSignal) => ({
  columns: compareColumns(left.set.describe().columns, right.set.describe().columns),
  keys: await compareKeys(left, right, signal),
});

export const countsOf = ({ set: { table } }: UsedSet) => ({
  shards: table.shards,
  samples: table.samples,
  stored_bytes: table.sum("stored"),
});
