import { DomainError } from "../../../errors.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import {
  type ClusterInput,
  type ClusterRow,
  findCluster,
  lockCluster,
  type SealedToken,
  updateClusterRow,
} from "./cluster.store.ts";
import { openToken } from "./open-cluster.ts";
import { NO_TOKEN, noCluster, refuseTaken, requireAnswer, subjectOf, validateCluster } from "./validate-cluster.ts";

export interface ClusterChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly input: ClusterInput;
  /** Absent: kept, unless the address changes to another origin. Null: removed. */
  readonly token: string | null | undefined;
  readonly isCheckSkipped: boolean;
}

interface NextToken {
  readonly stored: SealedToken;
  /** What the audit entry says about it. */
  readonly note: "none" | "kept" | "set" | "removed" | "erased with the old address";
}

/** A token is bound to one origin: whoever changes the address must enter the token again. */
const nextToken = (
  { box }: ClustersDeps,
  row: ClusterRow,
  address: string,
  token: string | null | undefined,
): NextToken => {
  const { origin } = new URL(address);
  if (typeof token === "string") {
    const sealed = box.seal({ clusterId: row.id, origin }, token);
    return { stored: { sealed_token: sealed, token_origin: origin }, note: "set" };
  }
  if (row.sealed_token === null) return { stored: NO_TOKEN, note: "none" };
  if (token === null) return { stored: NO_TOKEN, note: "removed" };
  if (row.token_origin !== origin) return { stored: NO_TOKEN, note: "erased with the old address" };
  return { stored: { sealed_token: row.sealed_token, token_origin: row.token_origin }, note: "kept" };
};

const tokenToTry = (
  deps: ClustersDeps,
  row: ClusterRow,
  { address }: ClusterInput,
  token: string | null | undefined,
) => {
  if (token !== undefined) return token;
  return row.token_origin === new URL(address).origin ? openToken(deps, { ...row, address }) : null;
};

/** Optimistic concurrency: refuses when the cluster changed since the caller read it. */
export const updateCluster = async (
  deps: ClustersDeps,
  context: AuditContext,
  { id, expectedRevision, input: asked, token, isCheckSkipped }: ClusterChange,
): Promise<void> => {
  const input = validateCluster(deps, asked);
  const before = await findCluster(deps.db, id);
  if (!before) throw noCluster();
  if (!isCheckSkipped) await requireAnswer(deps, input, () => tokenToTry(deps, before, input, token));
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockCluster(tx, id);
    if (!row) throw noCluster();
    if (row.revision !== expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    await refuseTaken(tx, input, id);
    const next = nextToken(deps, row, input.address, token);
    const change = { ...input, ...next.stored, revision: row.revision + 1, updated_at: context.at };
    await updateClusterRow(tx, id, change, { isAnother: input.address !== row.address });
    const meta = {
      before: { name: row.name, address: row.address },
      after: { name: input.name, address: input.address },
      token: next.note,
    };
    await recordOperation(tx, auditActor(context), { opType: "Update_cluster", subjects: [subjectOf(id)], meta });
  });
};
