import {
  CONFIG_KEY,
  type FieldSpec,
  type FieldValue,
  type FieldValueOf,
  parseFieldValue,
  priceListFault,
} from "@dailies/contract";

/** A key that our code reads, with its type and its default while nothing is published. */
export interface Setting<V> {
  readonly key: string;
  readonly spec: FieldSpec;
  readonly defaultValue: V;
  readonly description: string;
  /** Decides how many credits one person can create: only MAGI_ADMIN changes it, and a second one approves. */
  readonly isGuarded?: boolean;
  /** Why a value of the right type cannot be used. */
  readonly findFault?: (value: FieldValue) => string | undefined;
}

interface Declaration<S extends FieldSpec> {
  readonly key: string;
  readonly spec: S;
  readonly defaultValue: FieldValueOf<S>;
  readonly description: string;
  readonly isGuarded?: boolean;
  readonly findFault?: (value: FieldValue) => string | undefined;
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
const DAYS = { type: "number", is_integer: true, min: 1, max: 3_650, unit: "days" } as const;
const MIN_REFUSED_WORD = 3;
const CREDITS = { type: "number", is_integer: true, min: 0, unit: "credits" } as const;

export const SETTINGS = {
  fineGrainedAdmin: defineSetting({
    key: "platform.fine_grained_admin",
    spec: { type: "boolean" },
    defaultValue: false,
    description:
      "Lets a person without MAGI_ADMIN enter the platform with a single flag, which opens its own screens only: MAGI_UGC_AUDIT the content, MAGI_UPLOAD_ASSETS the uploads, MAGI_MODIFY_CREDITS and the MAGI_VIEW flags their parts of the end users.",
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
    description:
      "Above this many credits in 24 hours, granted by one operator or to one end user, a grant waits for a second administrator.",
    isGuarded: true,
  }),
  priceList: defineSetting({
    key: "platform.price_list",
    spec: { type: "key_value", value_type: "text" },
    defaultValue: {},
    description:
      "What an order grants, by product code: price in minor units, currency and credits, such as 1900 USD 2000. An order never grants anything else.",
    isGuarded: true,
    findFault: (value) => priceListFault(value as Record<string, string>),
  }),
  secondFactorRequired: defineSetting({
    key: "auth.second_factor_required",
    spec: { type: "boolean" },
    defaultValue: false,
    description:
      "Requires a second factor of everybody who holds MAGI_ADMIN, PERM_MANAGE_W or USER_MANAGE_W: without one they can only set one up.",
  }),
  refusedPasswordWords: defineSetting({
    key: "auth.refused_password_words",
    spec: { type: "list", item_type: "text", max_items: 200, is_unique: true },
    defaultValue: [],
    description:
      "Words that no new password may contain: names of the organisation, its products and projects. The word dailies is always refused.",
    findFault: (value) =>
      (value as string[]).every((word) => word.trim().length >= MIN_REFUSED_WORD)
        ? undefined
        : `each word needs at least ${MIN_REFUSED_WORD} characters: shorter ones are in nearly every passphrase`,
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
  retentionExportFilesDays: defineSetting({
    key: "retention.export_files_days",
    spec: DAYS,
    defaultValue: 90,
    description:
      "How long the files of exports of tasks and datasets are kept. Their entries stay, and can be exported again.",
  }),
  retentionDraftsDays: defineSetting({
    key: "retention.drafts_days",
    spec: DAYS,
    defaultValue: 90,
    description: "How long the draft of an item that was taken back from a rater or labeller is kept for them.",
  }),
  retentionJobLogsDays: defineSetting({
    key: "retention.job_logs_days",
    spec: DAYS,
    defaultValue: 90,
    description: "How long the last lines of the log of a job on a cluster are kept after the last of them.",
  }),
} as const;

export const DECLARED: readonly Setting<FieldValue>[] = Object.values(SETTINGS);

const byKey = new Map(DECLARED.map((setting) => [setting.key, setting]));
export const isGuardedKey = (key: string): boolean => byKey.get(key)?.isGuarded === true;
export const findDeclared = (key: string): Setting<FieldValue> | undefined => byKey.get(key);
