import { isDeepStrictEqual } from "node:util";
import { type FieldFault, type FieldSpec, type FieldValue, parseFieldValue } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../errors.ts";
import { findDeclared } from "./declared-settings.ts";

export const sameSpec = (a: FieldSpec, b: FieldSpec): boolean => isDeepStrictEqual(a, b);

export const subjectOf = (key: string): `config:${string}` => `config:${key}`;

/** Validates the value against its type; the error names every fault. */
export const requireFit = (spec: FieldSpec, value: unknown): FieldValue => {
  const parsed = parseFieldValue(spec, value);
  if (parsed.isValid) return parsed.value;
  const issues = parsed.faults.map(({ path, message }) => ({ path: ["value", ...path], message }));
  throw new InvalidRequest("body", issues);
};

export const describeFaults = (faults: readonly FieldFault[]): string =>
  faults.map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message)).join("; ");

/** Why the code that reads this key could not use the value. */
export const declarationFault = (key: string, value: unknown): string | undefined => {
  const setting = findDeclared(key);
  const parsed = setting && parseFieldValue(setting.spec, value);
  if (!parsed) return undefined;
  const fault = parsed.isValid ? setting?.findFault?.(parsed.value) : describeFaults(parsed.faults);
  return fault === undefined ? undefined : `the code that reads ${key} cannot use this: ${fault}`;
};

export const requireDeclaredFit = (key: string, value: unknown): void => {
  const fault = declarationFault(key, value);
  if (fault) throw new DomainError("invalid", fault);
};

/** The value for the audit entry; secrets are redacted. */
export const shownValue = (isSensitive: boolean, value: unknown): unknown => (isSensitive ? "(sensitive)" : value);
