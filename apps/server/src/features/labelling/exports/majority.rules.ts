import type { LabelField, LabelValue, LabelValues } from "@dailies/contract";

/** How the labels of an item agree on a field. */
export interface Votes {
  /** The labels with the most frequent value; null for free text and segments, which are not compared. */
  readonly count: number | null;
  /** The labels with any value. */
  readonly n: number;
  /** Several values are equally frequent, so none of them is chosen. */
  readonly isTie: boolean;
}

export interface Majority {
  readonly values: LabelValues;
  /** Of the fields that any label has a value for. */
  readonly votes: Readonly<Record<string, Votes>>;
}

/** Captions and segments are rarely equal: a majority of equal ones would say nothing. */
export const hasMajority = ({ input }: LabelField): boolean => input.kind === "field" || input.kind === "pairwise";

/** Equal for values that mean the same: the order of several choices and of the keys of a value has no meaning. */
const sameKey = (value: LabelValue): string => {
  if (Array.isArray(value)) return JSON.stringify(value.map((each) => JSON.stringify(each)).toSorted());
  if (typeof value === "object") return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(value);
};

const listValues = (labels: readonly LabelValues[], key: string): LabelValue[] =>
  labels.flatMap((values) => {
    const value = Object.hasOwn(values, key) ? values[key] : null;
    return value === null || value === undefined ? [] : [value];
  });

/** The most frequent value of each field among the labels of one item. */
export const decideMajority = (fields: readonly LabelField[], labels: readonly LabelValues[]): Majority => {
  const values: LabelValues = {};
  const votes: Record<string, Votes> = {};
  for (const field of fields) {
    const given = listValues(labels, field.key);
    if (given.length === 0) continue;
    if (!hasMajority(field)) {
      votes[field.key] = { count: null, n: given.length, isTie: false };
      continue;
    }
    const groups = [...Map.groupBy(given, sameKey).values()].toSorted((a, b) => b.length - a.length);
    const [most = [], second = []] = groups;
    const isTie = most.length === second.length;
    votes[field.key] = { count: most.length, n: given.length, isTie };
    const [value] = most;
    if (!isTie && value !== undefined) values[field.key] = value;
  }
  return { values, votes };
};

/** The mean over fields of the share of labels that have the most frequent value; null when no field can be compared. */
export const agreementOf = ({ votes }: Pick<Majority, "votes">): number | null => {
  const shares = Object.values(votes).flatMap(({ count, n }) => (count === null ? [] : [count / n]));
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
};
