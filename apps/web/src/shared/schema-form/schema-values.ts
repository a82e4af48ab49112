import {
  type FieldSpec,
  type FieldValue,
  formatFieldValue,
  type InputValues,
  inputValues,
  type PerformerInput,
  parseFieldValue,
} from "@dailies/contract";

interface InputFault {
  key: string;
  message: string;
}

interface ReadOptions {
  /** Some inputs are set elsewhere, so required ones may be missing here. */
  isPartial: boolean;
}

/** Validation errors of the values for a performer with these inputs. */
export const faultsOf = (
  inputs: readonly PerformerInput[],
  values: InputValues,
  { isPartial }: ReadOptions,
): InputFault[] => {
  const known = new Map(inputs.map((input) => [input.key, input]));
  const strangers = Object.keys(values).filter((key) => !known.has(key));
  const wrong = inputs.flatMap(({ key, spec, is_required, default: fallback }) => {
    const value = values[key];
    if (value === undefined) {
      const isMissing = is_required && fallback === undefined && !isPartial;
      return isMissing ? [{ key, message: "this field is required" }] : [];
    }
    const parsed = parseFieldValue(spec, value);
    if (!parsed.isValid) return parsed.faults.slice(0, 1).map(({ message }) => ({ key, message }));
    return is_required && value === "" ? [{ key, message: "this field is required" }] : [];
  });
  return [...strangers.map((key) => ({ key, message: "the performer has no such input" })), ...wrong];
};

type ReadJson = { values: InputValues } | { fault: "syntax" | "shape" };

export const readJson = (text: string): ReadJson => {
  try {
    const parsed = inputValues.safeParse(JSON.parse(text));
    return parsed.success ? { values: parsed.data } : { fault: "shape" };
  } catch {
    // Incomplete JSON while the user is typing.
    return { fault: "syntax" };
  }
};

export const writeJson = (values: InputValues): string => JSON.stringify(values, null, 2);

/** Removes an input without a value: an absent input uses the performer's default. */
export const withValue = (values: InputValues, key: string, value: FieldValue | undefined): InputValues => {
  const { [key]: _, ...others } = values;
  return value === undefined ? others : { ...others, [key]: value };
};

export const shortValue = (value: FieldValue): string => formatFieldValue(value).replaceAll("\n", ", ");

/** What follows a number with a unit: " s". */
export const unitOf = (spec: FieldSpec): string =>
  spec.type === "number" && spec.unit !== undefined && spec.unit !== "" ? ` ${spec.unit}` : "";
