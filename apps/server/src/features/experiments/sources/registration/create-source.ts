import type { RunSourceLogin } from "@dailies/contract";
import { newId } from "../../../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../../../request-context.ts";
import { recordOperation } from "../../../operation-log/index.ts";
import { type RunSourcesDeps, sealLogin } from "../run-sources-deps.ts";
import { findSourceByRequest, insertSource, type SourceInput } from "./source.store.ts";
import { refuseTaken, requireAnswer, subjectOf, validateSource } from "./validate-source.ts";

export interface NewSource {
  readonly input: SourceInput;
  readonly login: RunSourceLogin;
  readonly requestKey: string;
  readonly isCheckSkipped: boolean;
}

/** Registers a source of runs, idempotent by request key. Returns its id. */
export const createSource = async (
  deps: RunSourcesDeps,
  context: AuditContext,
  { input: asked, login, requestKey, isCheckSkipped }: NewSource,
): Promise<string> => {
  const input = validateSource(deps, asked);
  const repeated = await findSourceByRequest(deps.db, requestKey);
  if (repeated) return repeated.id;
  if (!isCheckSkipped) await requireAnswer(deps, input, () => login);
  const id = newId();
  const sealed = sealLogin(deps, { sourceId: id, origin: new URL(input.address).origin }, login);
  return deps.db.transaction().execute(async (tx) => {
    // Takes the lock first: a concurrent duplicate of this request must not count as a conflict.
    const refusal = await refuseTaken(tx, input, id).then(
      () => undefined,
      (error: unknown) => error,
    );
    const earlier = await findSourceByRequest(tx, requestKey);
    if (earlier) return earlier.id;
    if (refusal) throw refusal;
    await insertSource(tx, {
      ...input,
      ...sealed,
      id,
      request_key: requestKey,
      created_at: context.at,
      created_by: context.actor.username,
    });
    const meta = { ...input, login: sealed.login_kind, is_check_skipped: isCheckSkipped };
    await recordOperation(tx, auditActor(context), { opType: "Create_run_source", subjects: [subjectOf(id)], meta });
    return id;
  });
};
