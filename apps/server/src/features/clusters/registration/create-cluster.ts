import { newId } from "../../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { type ClusterInput, findClusterByRequest, insertCluster } from "./cluster.store.ts";
import {
  NO_TOKEN,
  readCaCertificate,
  refuseTaken,
  requireAnswer,
  subjectOf,
  validateCluster,
} from "./validate-cluster.ts";

export interface NewCluster {
  readonly input: ClusterInput;
  readonly token: string | null | undefined;
  readonly caCertificate?: string | null | undefined;
  readonly requestKey: string;
  readonly isCheckSkipped: boolean;
}

/** Registers a cluster, idempotent by request key. Returns its id. */
export const createCluster = async (
  deps: ClustersDeps,
  context: AuditContext,
  { input: asked, token, caCertificate: pem, requestKey, isCheckSkipped }: NewCluster,
): Promise<string> => {
  const input = validateCluster(deps, asked);
  const caCertificate = pem ? readCaCertificate(pem) : null;
  const repeated = await findClusterByRequest(deps.db, requestKey);
  if (repeated) return repeated.id;
  if (!isCheckSkipped) await requireAnswer(deps, input, () => ({ token: token ?? null, caCertificate }));
  const id = newId();
  const origin = new URL(input.address).origin;
  const sealed =
    typeof token === "string"
      ? { sealed_token: deps.box.seal({ clusterId: id, origin }, token), token_origin: origin }
      : NO_TOKEN;
  return deps.db.transaction().execute(async (tx) => {
    // Takes the lock first: a concurrent duplicate of this request must not count as a conflict.
    const refusal = await refuseTaken(tx, input, id).then(
      () => undefined,
      (error: unknown) => error,
    );
    const earlier = await findClusterByRequest(tx, requestKey);
    if (earlier) return earlier.id;
    if (refusal) throw refusal;
    await insertCluster(tx, {
      ...input,
      ...sealed,
      ca_certificate: caCertificate,
      id,
      request_key: requestKey,
      created_at: context.at,
      created_by: context.actor.username,
    });
    const meta = {
      ...input,
      token: sealed.sealed_token ? "set" : "none",
      ca_certificate: caCertificate === null ? "none" : "set",
      is_check_skipped: isCheckSkipped,
    };
    await recordOperation(tx, auditActor(context), { opType: "Create_cluster", subjects: [subjectOf(id)], meta });
    return id;
  });
};
