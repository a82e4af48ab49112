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
import {
  NO_TOKEN,
  noCluster,
  readCaCertificate,
  refuseTaken,
  requireAnswer,
  subjectOf,
  validateCluster,
} from "./validate-cluster.ts";

export interface ClusterChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly input: ClusterInput;
  /** Absent: kept, unless the address changes to another origin. Null: removed. */
  readonly token: string | null | undefined;
  /** Likewise. */
  readonly caCertificate?: string | null | undefined;
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

/** Another server has another authority. */
const nextCertificate = (row: ClusterRow, { address }: ClusterInput, entered: string | null | undefined) => {
  if (entered) return { certificate: entered, note: "set" };
  if (row.ca_certificate === null) return { certificate: null, note: "none" };
  if (entered === null) return { certificate: null, note: "removed" };
  const isSame = new URL(row.address).origin === new URL(address).origin;
  return { certificate: isSame ? row.ca_certificate : null, note: isSame ? "kept" : "erased with the old address" };
};

/** Optimistic concurrency: refuses when the cluster changed since the caller read it. */
export const updateCluster = async (
  deps: ClustersDeps,
  context: AuditContext,
  { id, expectedRevision, input: asked, token, caCertificate: pem, isCheckSkipped }: ClusterChange,
): Promise<void> => {
  const input = validateCluster(deps, asked);
  const before = await findCluster(deps.db, id);
  if (!before) throw noCluster();
  // Services and processing runs are on dashboards, and its jobs would be of another kind.
  if (before.kind !== input.kind) throw new DomainError("conflict", "the kind of a cluster cannot be changed");
  const entered = pem ? readCaCertificate(pem) : pem;
  if (!isCheckSkipped) {
    await requireAnswer(deps, input, () => ({
      token: tokenToTry(deps, before, input, token),
      caCertificate: nextCertificate(before, input, entered).certificate,
    }));
  }
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockCluster(tx, id);
    if (!row) throw noCluster();
    if (row.revision !== expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    await refuseTaken(tx, input, id);
    const next = nextToken(deps, row, input.address, token);
    const { certificate, note } = nextCertificate(row, input, entered);
    const revision = row.revision + 1;
    const change = { ...input, ...next.stored, ca_certificate: certificate, revision, updated_at: context.at };
    const isAnother = input.address !== row.address || input.namespace !== row.namespace;
    await updateClusterRow(tx, id, change, { isAnother });
    const meta = {
      before: { name: row.name, address: row.address, namespace: row.namespace },
      after: { name: input.name, address: input.address, namespace: input.namespace },
      token: next.note,
      ca_certificate: note,
    };
    await recordOperation(tx, auditActor(context), { opType: "Update_cluster", subjects: [subjectOf(id)], meta });
  });
};
