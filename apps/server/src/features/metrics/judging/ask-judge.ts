import { createHash } from "node:crypto";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import { askPerformer, openPerformer } from "../../performers/index.ts";
import type { Finding } from "../measuring/figures.rules.ts";
import type { PrepareDeps } from "../preparing/prepare-deps.ts";
import type { Question } from "./judge.store.ts";
import { judgeInput } from "./judge-input.rules.ts";

const refused = (reason: string, isRetryable: boolean): Finding => ({
  value: null,
  detail: { reason, is_retryable: isRetryable },
});

/** An unreachable judge is recorded as retryable, a refusal as final. */
export const askJudge = async (deps: PrepareDeps, question: Question, signal: AbortSignal): Promise<Finding> => {
  const opened = await openPerformer({ ...deps, assetUrl: addressesOf(deps) }, question.performerId);
  const { performer } = opened;
  if (performer.kind !== "judge") return refused(`${performer.name} is no judge`, true);
  if (!performer.isEnabled || performer.isDeleted) return refused(`${performer.name} is disabled`, true);
  const { inputs, label, judgedKey: clip } = question;
  const input = judgeInput(performer.inputSchema, { clip, inputs, label });
  const idempotencyKey = idempotencyKeyOf(question, `${performer.version} ${performer.revision}`);
  const reply = await askPerformer(deps.db, opened, { input, idempotencyKey }, signal);
  if ("reason" in reply) return refused(reply.reason, reply.isRetryable);
  const score = reply.result.metrics?.score;
  return score === undefined ? refused("the judge gave no score", false) : { value: score, detail: null };
};

/** The judge reads the anonymised clip, as raters do. */
const addressesOf =
  ({ storage, clock }: PrepareDeps) =>
  async (key: string): Promise<string> =>
    storage.presign({ method: "GET", key, at: clock(), expiresS: SIGNED_URL_TTL_S.provider });

const idempotencyKeyOf = ({ sha256, inputsHash, performerId }: Question, version: string): string =>
  `judge-${createHash("sha256").update(sha256).update(inputsHash).update(`${performerId} ${version}`).digest("hex")}`;
