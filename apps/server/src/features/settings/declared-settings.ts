import { CONFIG_KEY, type FieldSpec, type FieldValue, type FieldValueOf, parseFieldValue } from "@dailies/contract";

/** A key that our code reads, with its type and its default while nothing is published. */
export interface Setting<V> {
  readonly key: string;
  readonly spec: FieldSpec;
  readonly defaultValue: V;
  readonly description: string;
}

interface Declaration<S extends FieldSpec> {
  readonly key: string;
  readonly spec: S;
  readonly defaultValue: FieldValueOf<S>;
  readonly description: string;
}

/** An invalid declaration is a bug and stops the process at startup. */
export const defineSetting = <const S extends FieldSpec>(declaration: Declaration<S>): Setting<FieldValueOf<S>> => {
  const { key, spec, defaultValue } = declaration;
  if (!CONFIG_KEY.test(key)) throw new Error(`${key} is no key of a setting`);
  if (!parseFieldValue(spec, defaultValue).isValid) throw new Error(`the default of ${key} does not fit its type`);
  return declaration;
};

const TIB = 1024 ** 4;
const BYTES = { type: "number", is_integer: true, min: 1, unit: "bytes" } as const;
const CREDITS = { type: "number", is_integer: true, min: 0, unit: "credits" } as const;

export const SETTINGS = {
  fineGrainedAdmin: defineSetting({
    key: "platform.fine_grained_admin",
    spec: { type: "boolean" },
    defaultValue: false,
    description: "Lets a single platform flag open its own screen for a person without MAGI_ADMIN.",
  }),
  grantTypeEmailAbove: defineSetting({
    key: "platform.grant_type_email_above",
    spec: CREDITS,
    defaultValue: 10_000,
    description: "Above this many credits, whoever grants them types the address of the end user.",
  }),
  grantSecondPersonAbove: defineSetting({
    key: "platform.grant_second_person_above",
    spec: CREDITS,
    defaultValue: 100_000,
    description: "Above this many credits, a grant waits for a second administrator.",
  }),
  assetsQuotaBytes: defineSetting({
    key: "assets.quota_bytes",
    spec: BYTES,
    defaultValue: 10 * TIB,
    description: "How much all assets together may take.",
  }),
  assetsUserQuotaBytes: defineSetting({
    key: "assets.user_quota_bytes",
    spec: BYTES,
    defaultValue: 2 * TIB,
    description: "How much the assets of one person may take.",
  }),
} as const;

export const DECLARED: readonly Setting<FieldValue>[] = Object.values(SETTINGS);

const byKey = new Map(DECLARED.map((setting) => [setting.key, setting]));
export const findDeclared = (key: string): Setting<FieldValue> | undefined => byKey.get(key);
