import { type FieldValue, type InputValues, type PerformerInput, parseFieldValue } from "@dailies/contract";

type Inputs = readonly PerformerInput[];

/** Carries input values over to another performer: matched by role first, then by key. */
export const carryValues = (from: Inputs, to: Inputs, values: InputValues): InputValues => {
  const byRole = new Map(from.flatMap(({ key, role }) => (role ? [[role, values[key]] as const] : [])));
  const carried: Record<string, FieldValue> = {};
  for (const { key, role, spec } of to) {
    const value = (role && byRole.get(role)) ?? values[key];
    if (value !== undefined && parseFieldValue(spec, value).isValid) carried[key] = value;
  }
  return carried;
};

export const keyOfRole = (inputs: Inputs, role: NonNullable<PerformerInput["role"]>): string | undefined =>
  inputs.find((input) => input.role === role)?.key;

/** In a benchmark these roles belong to rows, all others to columns. */
const ROW_ROLES = new Set(["prompt", "negative_prompt", "image", "video", "audio"]);

export const splitValues = (inputs: Inputs, values: InputValues): { row: InputValues; column: InputValues } => {
  const roleOf = new Map(inputs.map(({ key, role }) => [key, role]));
  const row: Record<string, FieldValue> = {};
  const column: Record<string, FieldValue> = {};
  for (const [key, value] of Object.entries(values)) {
    const role = roleOf.get(key);
    // The benchmark has its own seed rule.
    if (role === "seed") continue;
    (role !== undefined && ROW_ROLES.has(role) ? row : column)[key] = value;
  }
  return { row, column };
};

export const withoutRole = (inputs: Inputs, values: InputValues, role: PerformerInput["role"]): InputValues => {
  const dropped = new Set(inputs.filter((input) => input.role === role).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !dropped.has(key)));
};
