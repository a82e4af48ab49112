import { type FieldValue, formatFieldValue, type InputValues } from "@dailies/contract";

interface ParamChange {
  key: string;
  /** Absent on the side where the parameter was not given. */
  before: string | undefined;
  after: string | undefined;
}

const written = (value: FieldValue | undefined): string | undefined =>
  value === undefined ? undefined : formatFieldValue(value);

/** What differs between two attempts, by key; what is the same is left out. */
export const diffParams = (before: InputValues, after: InputValues): ParamChange[] => {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .sort()
    .map((key) => ({ key, before: written(before[key]), after: written(after[key]) }))
    .filter((change) => change.before !== change.after);
};
