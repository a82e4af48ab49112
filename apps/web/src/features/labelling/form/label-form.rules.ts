import { isFieldShown, type LabelField, type LabelValue, type LabelValues } from "@dailies/contract";
import { choicesOf } from "../../../shared/answer-form/answer-values.ts";

/** Never an inherited property: `toString` is a valid key. */
export const ownValue = (values: LabelValues, key: string): LabelValue | null =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/** Whether the number keys fill it in. */
export const takesDigits = ({ input }: LabelField): boolean =>
  input.kind === "segments" ||
  input.kind === "pairwise" ||
  (input.kind === "field" && choicesOf(input.field).length > 0);

/**
 * The field that the number keys fill in while the focus is on the clip: the first that has no value yet, or else the first
 * with segments, whose class they change, or the only comparison, which may be changed.
 */
export const activeFieldOf = (fields: readonly LabelField[], values: LabelValues): LabelField | undefined => {
  const shown = fields.filter((field) => isFieldShown(field, values) && takesDigits(field));
  const compared = shown.filter(({ input }) => input.kind === "pairwise");
  return (
    shown.find(({ key }) => ownValue(values, key) === null) ??
    shown.find(({ input }) => input.kind === "segments") ??
    (compared.length === 1 ? compared[0] : undefined)
  );
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isEdited = (value: LabelValue | null, prefilled: LabelValue | null): boolean => !same(value, prefilled);

/** Whether a person has entered anything beyond what was prefilled. */
export const isBegun = (values: LabelValues, prefill: LabelValues): boolean =>
  Object.keys(values).some((key) => isEdited(ownValue(values, key), ownValue(prefill, key)));
