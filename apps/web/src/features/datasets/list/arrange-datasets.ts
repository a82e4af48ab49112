import type { DatasetSummary } from "@dailies/contract";

export const DATASET_SORTS = ["updated", "name", "items", "duration", "bytes", "created"] as const;
type DatasetSort = (typeof DATASET_SORTS)[number];

export interface Arrangement {
  q: string;
  kind: readonly string[];
  tag: readonly string[];
  owner: readonly string[];
  sort: DatasetSort;
  order: "asc" | "desc";
}

const words = ({ name, description, tags, uri, owner, kind }: DatasetSummary): string =>
  [name, description, ...tags, uri, owner, kind].join("\n").toLowerCase();

const isWanted = (dataset: DatasetSummary, { q, kind, tag, owner }: Arrangement): boolean =>
  (kind.length === 0 || kind.includes(dataset.kind)) &&
  (owner.length === 0 || owner.includes(dataset.owner)) &&
  tag.every((each) => dataset.tags.includes(each)) &&
  q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words(dataset).includes(word));

type Compared = string | number | null;

const VALUES: Record<DatasetSort, (dataset: DatasetSummary) => Compared> = {
  updated: ({ updated_at }) => Date.parse(updated_at),
  created: ({ created_at }) => Date.parse(created_at),
  name: ({ name }) => name,
  items: ({ items }) => items,
  duration: ({ duration_s }) => duration_s,
  bytes: ({ bytes }) => bytes,
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const compare = (one: Compared, other: Compared, sign: 1 | -1): number => {
  if (one === other) return 0;
  // Unknown values sort last in both directions.
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one === "string" || typeof other === "string") return sign * collator.compare(String(one), String(other));
  return sign * (one - other);
};

/** The filtered and sorted rows: pinned ones first, ties by name. */
export const arrangeDatasets = (datasets: readonly DatasetSummary[], wanted: Arrangement): DatasetSummary[] => {
  const sortValue = VALUES[wanted.sort];
  const sign = wanted.order === "asc" ? 1 : -1;
  return datasets
    .filter((dataset) => isWanted(dataset, wanted))
    .sort(
      (one, other) =>
        Number(other.is_pinned) - Number(one.is_pinned) ||
        compare(sortValue(one), sortValue(other), sign) ||
        collator.compare(one.name, other.name),
    );
};

interface FacetValue {
  value: string;
  count: number;
}

/** Each value with its number of datasets, most frequent first; selected values stay listed so they can be deselected. */
export const countValues = (
  datasets: readonly DatasetSummary[],
  valuesOf: (dataset: DatasetSummary) => readonly string[],
  chosen: readonly string[],
): FacetValue[] => {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const dataset of datasets)
    for (const value of valuesOf(dataset)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || collator.compare(one.value, other.value));
};
