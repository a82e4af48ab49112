import {
  assetKindOf,
  type FieldValue,
  type InputRole,
  type InputValues,
  type PerformerInput,
  parseFieldValue,
} from "@dailies/contract";
import { z } from "zod";

export interface InputFault {
  /** The key of the input and, within a list or key_value, the entry. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export interface ResolvedInput {
  readonly values: InputValues;
  readonly faults: readonly InputFault[];
}

const assetId = z.uuid();

export const isAssetField = (input: Pick<PerformerInput, "role" | "spec">): boolean => assetKindOf(input) !== undefined;

/**
 * Resolves a performer's input: later values override earlier ones, defaults fill the gaps, and everything is validated.
 * Unknown keys are errors, because they would silently have no effect.
 */
export const resolveInput = (
  inputSchema: readonly PerformerInput[],
  ...given: readonly (InputValues | undefined)[]
): ResolvedInput => {
  const merged = new Map(given.flatMap((values) => Object.entries(values ?? {})));
  const values: Record<string, FieldValue> = {};
  const faults: InputFault[] = [];
  for (const input of inputSchema) {
    const value = chosen(input, merged.get(input.key));
    merged.delete(input.key);
    if (value === undefined) {
      if (input.is_required) faults.push({ path: [input.key], message: `${input.label} is required` });
      continue;
    }
    const found = faultsOf(input, value);
    if (found.length > 0) faults.push(...found);
    else values[input.key] = value;
  }
  for (const key of merged.keys()) faults.push({ path: [key], message: `the performer has no input '${key}'` });
  return { values, faults };
};

/** An empty string counts as missing for required inputs and assets; elsewhere it is a value. */
const chosen = (input: PerformerInput, given: FieldValue | undefined): FieldValue | undefined => {
  const isBlank = given === "" && (input.is_required || isAssetField(input));
  return given === undefined || isBlank ? input.default : given;
};

const faultsOf = (input: PerformerInput, value: FieldValue): InputFault[] => {
  const parsed = parseFieldValue(input.spec, value);
  if (!parsed.isValid) return parsed.faults.map(({ path, message }) => ({ path: [input.key, ...path], message }));
  if (isAssetField(input) && !assetId.safeParse(value).success) {
    return [{ path: [input.key], message: "choose an asset" }];
  }
  return [];
};

/** The keys of well-known inputs by role. */
export const rolesOf = (inputSchema: readonly PerformerInput[]): Map<InputRole, string> =>
  new Map(inputSchema.flatMap(({ key, role }) => (role === undefined ? [] : [[role, key] as const])));

/** The asset ids among the values, by key. */
export const assetsIn = (inputSchema: readonly PerformerInput[], values: InputValues): Map<string, string> =>
  new Map(
    inputSchema.filter(isAssetField).flatMap(({ key }) => {
      const value = values[key];
      return typeof value === "string" && value !== "" ? [[key, value] as const] : [];
    }),
  );
