import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";

/** More cannot be registered: every one of them is polled every few seconds. */
export const MAX_RUN_SOURCES = 50;
/** Of one source; further ones are left out, and counted. */
export const MAX_SOURCE_EXPERIMENTS = 1_000;
/** Points of one metric that are fetched for a chart; of a longer one the source picks some. */
export const MAX_FETCHED_POINTS = 100_000;

export const RUN_SOURCE_KINDS = ["MLflow"] as const;
/** `Waiting`: registered, and not polled yet. */
export const RUN_SOURCE_STATUSES = ["Waiting", "Reachable", "Unreachable"] as const;
/** Why a source could not be asked; the screen has a sentence for each. */
export const RUN_SOURCE_FAULTS = [
  "unreachable",
  "timeout",
  "forbidden_address",
  "login_missing",
  "login_refused",
  "host_refused",
  "not_mlflow",
  "too_large",
  "bad_answer",
  "login_lost",
] as const;
export const runSourceFault = z.enum(RUN_SOURCE_FAULTS);
export type RunSourceFault = z.output<typeof runSourceFault>;

export const RUN_SOURCE_LOGINS = ["none", "token", "password"] as const;

/** A source as the worker last read it. */
export const runSourceItem = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(RUN_SOURCE_KINDS),
  /** Null for those who may not change it. */
  address: z.string().nullable(),
  login_kind: z.enum(RUN_SOURCE_LOGINS),
  status: z.enum(RUN_SOURCE_STATUSES),
  fault: runSourceFault.nullable(),
  failures: nonNegativeInt,
  /** It failed several times in a row and is asked at growing intervals. */
  is_circuit_open: z.boolean(),
  next_poll_at: moment,
  /** When it last answered, and when it was last asked. */
  seen_at: moment.nullable(),
  tried_at: moment.nullable(),
  version: z.string().nullable(),
  experiments: nonNegativeInt,
  experiments_left_out: nonNegativeInt,
  runs: nonNegativeInt,
  /** When all its runs were last gone through; null while the first time is going on. */
  swept_at: moment.nullable(),
  revision: positiveInt,
  created_by: z.string(),
  updated_at: moment,
});
export type RunSourceItem = z.output<typeof runSourceItem>;

const secret = (max: number) => text({ min: 1, max }).regex(/^[\x20-\x7e]+$/, "a secret has plain characters only");

/** What is sent with every request. */
export const runSourceLogin = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("token"), token: secret(2_000) }),
  z.strictObject({
    kind: z.literal("password"),
    username: secret(200).regex(/^[^:]+$/, "a user name has no colon"),
    password: secret(500),
  }),
]);
export type RunSourceLogin = z.output<typeof runSourceLogin>;

const place = {
  name: text({ min: 1, max: 60, required: "please enter a name" }).regex(/\S/, "please enter a name"),
  kind: z.enum(RUN_SOURCE_KINDS).default("MLflow"),
  address: z
    .url({ protocol: /^https?$/, error: "write the address of the MLflow server, such as http://mlflow:5000" })
    .max(500),
  /** Omit to keep the stored one; it is never returned. */
  login: runSourceLogin.optional(),
  /** The connection is checked first; this saves it although the check failed. */
  is_check_skipped: z.boolean().default(false),
};
export const createRunSourceBody = z.strictObject({ ...place, request_key: uuid });
export const updateRunSourceBody = z.strictObject({ ...place, expect_revision: positiveInt });
