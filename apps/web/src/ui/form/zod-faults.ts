import { z } from "zod";

export interface FieldFault {
  name: string;
  errors: string[];
}

type Field = z.core.$ZodType;

/** An empty input counts as absent, so that an optional field can be cleared. */
const asGiven = (field: Field, value: unknown): unknown =>
  value === "" && z.safeParse(field, undefined).success ? undefined : value;

export const isRequired = (field: Field): boolean => !z.safeParse(field, undefined).success;

export const fieldFaults = (field: Field, value: unknown): string[] => {
  const parsed = z.safeParse(field, asGiven(field, value));
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message);
};

/** The form values as the schema expects them: cleared optional fields are omitted. */
export const givenValues = (schema: z.ZodObject, fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = schema.shape[name];
      return [name, field ? asGiven(field, value) : value];
    }),
  );

const refusal = z.object({ detail: z.array(z.object({ msg: z.string(), loc: z.string() })) });

const placedFaults = (reason: unknown): [string, string][] => {
  if (reason instanceof z.ZodError) return reason.issues.map((issue) => [String(issue.path[0] ?? ""), issue.message]);
  const refused = refusal.safeParse(reason);
  if (!refused.success) return [];
  return refused.data.detail.map(({ loc, msg }) => [loc.split(".")[0] ?? "", msg]);
};

/**
 * Errors by field, from the schema or from the server. Empty if any of them names no field of the form: then the whole error
 * is shown, so that none is lost.
 */
export const faultsByField = (schema: z.ZodObject, reason: unknown): FieldFault[] => {
  const placed = placedFaults(reason);
  if (placed.some(([name]) => !(name in schema.shape))) return [];
  const names = [...new Set(placed.map(([name]) => name))];
  return names.map((name) => ({
    name,
    errors: placed.filter(([other]) => other === name).map(([, message]) => message),
  }));
};
