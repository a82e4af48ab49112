import {
  createsCredits,
  MAX_CREDITS,
  type ServiceCredential,
  type ServiceScope,
  type WaitingApproval,
} from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { listWaiting, requestApproval } from "../approvals/index.ts";
import { type Operation, recordOperation, recordOperations } from "../operation-log/index.ts";
import {
  type CredentialRow,
  endOlderSecrets,
  insertCredential,
  insertSecret,
  lastSecretVersion,
  listCredentials,
  listLiveSecrets,
  lockCredential,
  revokeCredentialRow,
  type SecretRow,
} from "./credential.store.ts";
import { aboutSecret, newKeyId, newSecret } from "./credential-secret.ts";
import { repeatCreatedSecret, toCreateRequest } from "./repeat-created-secret.ts";

const OLD_SECRET_GOOD_MS = 24 * 3_600_000;

export interface CredentialDeps {
  readonly db: Db;
  readonly seal: Seal;
}

/** The only reply that contains a secret. */
export interface WithSecret {
  readonly credential: ServiceCredential;
  readonly secret: string;
}

export const subjectOf = (id: string): string => `service_credential:${id}`;

const toItem = (
  row: CredentialRow,
  secrets: readonly SecretRow[],
  waiting: WaitingApproval | undefined,
): ServiceCredential => ({
  id: row.id,
  key_id: row.key_id,
  name: row.name,
  scopes: row.scopes as ServiceScope[],
  daily_credits: row.daily_credits === null ? null : Number(row.daily_credits),
  waiting: row.revoked_at ? null : (waiting ?? null),
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  secrets: row.revoked_at
    ? []
    : secrets
        .filter(({ credential_id }) => credential_id === row.id)
        .map(({ version, created_at, expires_at }) => ({
          version,
          created_at: created_at.toISOString(),
          expires_at: expires_at instanceof Date ? expires_at.toISOString() : null,
        })),
});

const readItem = async (db: Db, row: CredentialRow, now: Date): Promise<ServiceCredential> =>
  toItem(row, await listLiveSecrets(db, [row.id], now), (await listWaitingOf(db, [row])).get(subjectOf(row.id)));

const listWaitingOf = (db: Db, rows: readonly CredentialRow[]): Promise<ReadonlyMap<string, WaitingApproval>> =>
  listWaiting(
    db,
    "service_credential",
    rows.map(({ id }) => subjectOf(id)),
  );

export const listServiceCredentials = async (
  db: Db,
  page: { limit: number; offset: number },
  now: Date,
): Promise<{ items: ServiceCredential[]; total: number }> => {
  const { rows, total } = await listCredentials(db, page);
  const ids = rows.map(({ id }) => id);
  const secrets = await listLiveSecrets(db, ids, now);
  const waiting = await listWaitingOf(db, rows);
  return { items: rows.map((row) => toItem(row, secrets, waiting.get(subjectOf(row.id)))), total };
};

export interface CredentialInput {
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  /** The most credits it creates in 24 hours; only for scopes that create credits. */
  readonly dailyCredits?: number | undefined;
  /** The same key, person and input get the same response again for some minutes. */
  readonly idempotencyKey?: string | undefined;
}

/** Whether a secret that creates credits waits for a second person; a command on the server has none to wait for. */
type Approval = "needed" | "waived";

/**
 * Creates a credential for a service. One that creates credits shows its secret at once, but is not accepted before a second
 * person has approved it.
 */
export const createServiceCredential = (
  deps: CredentialDeps,
  context: AuditContext,
  input: CredentialInput,
): Promise<WithSecret> => {
  const isCreating = createsCredits(input.scopes);
  if (isCreating && input.dailyCredits === undefined) {
    throw new DomainError("invalid", "this credential creates credits: set how many a day at most");
  }
  if (!isCreating && input.dailyCredits !== undefined) {
    throw new DomainError("invalid", "a daily ceiling is only for scopes that create credits");
  }
  return insertWithSecret(deps, context, input, "needed");
};

/** Creates a credential from a command on the server, where nobody is signed in who could be asked. */
export const provisionServiceCredential = (
  deps: CredentialDeps,
  context: AuditContext,
  input: CredentialInput,
): Promise<WithSecret> => {
  const { dailyCredits = createsCredits(input.scopes) ? MAX_CREDITS : undefined } = input;
  return insertWithSecret(deps, context, { ...input, dailyCredits }, "waived");
};

const insertWithSecret = (
  { db, seal }: CredentialDeps,
  context: AuditContext,
  {
    name,
    scopes: asked,
    dailyCredits = null,
    idempotencyKey,
  }: Omit<CredentialInput, "dailyCredits"> & { dailyCredits?: number | null | undefined },
  approval: Approval,
): Promise<WithSecret> => {
  const id = newId();
  const scopes = [...new Set(asked)];
  const secret = newSecret();
  const request = toCreateRequest(idempotencyKey, [name, scopes, dailyCredits]);
  return db.transaction().execute(async (tx) => {
    const repeat = async (): Promise<WithSecret | undefined> => {
      const made = request && (await repeatCreatedSecret(tx, seal, context, request));
      return made && { credential: await readItem(tx, made.row, context.at), secret: made.secret };
    };
    const before = await repeat();
    if (before) return before;
    const by = { by: context.actor.username, at: context.at };
    const row = await insertCredential(tx, { id, keyId: newKeyId(), name, scopes, dailyCredits, request, ...by });
    if (!row) {
      // Two repetitions at the same time: the first one has committed meanwhile.
      const meanwhile = await repeat();
      if (meanwhile) return meanwhile;
      throw new DomainError("conflict", `there is already a credential called '${name}'`);
    }
    const waits = await addSecret(tx, seal, context, { row, secret, version: 1, approval });
    const created = {
      opType: "Create_service_credential",
      subjects: [subjectOf(id)] as const,
      meta: { target: name, key_id: row.key_id, after: { scopes, daily_credits: dailyCredits } },
    };
    await recordOperations(tx, auditActor(context), [created, ...waits]);
    return { credential: await readItem(tx, row, context.at), secret };
  });
};

interface AddedSecret {
  readonly row: CredentialRow;
  readonly secret: string;
  readonly version: number;
  readonly approval: Approval;
}

/** Returns the audit entry of the request when the secret waits for a second person. */
const addSecret = async (
  tx: Tx,
  seal: Seal,
  context: AuditContext,
  { row, secret, version, approval }: AddedSecret,
): Promise<Operation[]> => {
  const isActive = approval === "waived" || row.daily_credits === null;
  const sealed = seal.seal(secret, aboutSecret(row.id, version));
  await insertSecret(tx, { credentialId: row.id, version, sealed, at: context.at, isActive });
  if (isActive) return [];
  const request = await requestApproval(tx, auditActor(context), {
    kind: "service_credential",
    subject: subjectOf(row.id),
    target: row.name,
    details: {
      scopes: row.scopes.join(", "),
      daily_credits: String(row.daily_credits),
      act: version === 1 ? "create" : "rotate",
    },
    change: { credentialId: row.id, version } satisfies SecretChange,
  });
  return [request];
};

/** The secret that a request for approval is about. */
export interface SecretChange {
  readonly credentialId: string;
  readonly version: number;
}

/**
 * Makes a new secret. The previous one stays valid for a day after the new one is accepted, so that a service can switch
 * without downtime. A credential that creates credits needs a second person here too: the secret is the credential.
 */
export const rotateServiceCredential = (deps: CredentialDeps, context: AuditContext, id: string): Promise<WithSecret> =>
  rotate(deps, context, id, "needed");

export const provisionServiceSecret = (deps: CredentialDeps, context: AuditContext, id: string): Promise<WithSecret> =>
  rotate(deps, context, id, "waived");

const rotate = (
  { db, seal }: CredentialDeps,
  context: AuditContext,
  id: string,
  approval: Approval,
): Promise<WithSecret> => {
  const secret = newSecret();
  return db.transaction().execute(async (tx) => {
    const row = await requireCredential(tx, id);
    if (row.revoked_at) throw new DomainError("conflict", "this credential was revoked: create a new one");
    const version = (await lastSecretVersion(tx, id)) + 1;
    const waits = await addSecret(tx, seal, context, { row, secret, version, approval });
    const goodUntil = waits.length === 0 ? await endOlder(tx, { credentialId: id, version }, context.at) : null;
    const rotated = {
      opType: "Rotate_service_credential",
      subjects: [subjectOf(id)] as const,
      meta: { target: row.name, before: { version: version - 1 }, after: { version, old_good_until: goodUntil } },
    };
    await recordOperations(tx, auditActor(context), [rotated, ...waits]);
    return { credential: await readItem(tx, row, context.at), secret };
  });
};

/** Returns until when the previous secret is valid. */
export const endOlder = async (tx: Tx, { credentialId, version }: SecretChange, now: Date): Promise<Date> => {
  const goodUntil = new Date(now.getTime() + OLD_SECRET_GOOD_MS);
  await endOlderSecrets(tx, { credentialId, version, now, goodUntil });
  return goodUntil;
};

/** Takes effect when every process has refreshed its cache, within seconds. */
export const revokeServiceCredential = (
  { db }: Pick<CredentialDeps, "db">,
  context: AuditContext,
  { id, reason }: { id: string; reason: string },
): Promise<ServiceCredential> =>
  db.transaction().execute(async (tx) => {
    const row = await requireCredential(tx, id);
    if (row.revoked_at) return toItem(row, [], undefined);
    const revoked = await revokeCredentialRow(tx, id, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Revoke_service_credential",
      subjects: [subjectOf(id)],
      meta: { target: row.name, key_id: row.key_id, before: { scopes: row.scopes }, after: { scopes: [] } },
      reason,
    });
    return toItem(revoked, [], undefined);
  });

const requireCredential = async (tx: Tx, id: string): Promise<CredentialRow> => {
  const row = await lockCredential(tx, id);
  if (!row) throw new DomainError("not_found", "there is no credential with this id");
  return row;
};
