import type { ServiceCredential, ServiceScope } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
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

const subjectOf = (id: string): string => `service_credential:${id}`;

const toItem = (row: CredentialRow, secrets: readonly SecretRow[]): ServiceCredential => ({
  id: row.id,
  key_id: row.key_id,
  name: row.name,
  scopes: row.scopes as ServiceScope[],
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
  toItem(row, await listLiveSecrets(db, [row.id], now));

export const listServiceCredentials = async (
  db: Db,
  page: { limit: number; offset: number },
  now: Date,
): Promise<{ items: ServiceCredential[]; total: number }> => {
  const { rows, total } = await listCredentials(db, page);
  const ids = rows.map(({ id }) => id);
  const secrets = await listLiveSecrets(db, ids, now);
  return { items: rows.map((row) => toItem(row, secrets)), total };
};

export const createServiceCredential = (
  { db, seal }: CredentialDeps,
  context: AuditContext,
  { name, scopes: asked }: { name: string; scopes: readonly ServiceScope[] },
): Promise<WithSecret> => {
  const id = newId();
  const scopes = [...new Set(asked)];
  const secret = newSecret();
  return db.transaction().execute(async (tx) => {
    const row = await insertCredential(tx, {
      id,
      keyId: newKeyId(),
      name,
      scopes,
      by: context.actor.username,
      at: context.at,
    });
    if (!row) throw new DomainError("conflict", `there is already a credential called '${name}'`);
    const sealed = seal.seal(secret, aboutSecret(id, 1));
    await insertSecret(tx, { credentialId: id, version: 1, sealed, at: context.at });
    const credential = await readItem(tx, row, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Create_service_credential",
      subjects: [subjectOf(id)],
      meta: { target: name, key_id: row.key_id, after: { scopes } },
    });
    return { credential, secret };
  });
};

/** The previous secret stays valid for a day, so that a service can switch without downtime. */
export const rotateServiceCredential = (
  { db, seal }: CredentialDeps,
  context: AuditContext,
  id: string,
): Promise<WithSecret> => {
  const secret = newSecret();
  return db.transaction().execute(async (tx) => {
    const row = await requireCredential(tx, id);
    if (row.revoked_at) throw new DomainError("conflict", "this credential was revoked: create a new one");
    const version = (await lastSecretVersion(tx, id)) + 1;
    const goodUntil = new Date(context.at.getTime() + OLD_SECRET_GOOD_MS);
    await endOlderSecrets(tx, { credentialId: id, version, now: context.at, goodUntil });
    await insertSecret(tx, {
      credentialId: id,
      version,
      at: context.at,
      sealed: seal.seal(secret, aboutSecret(id, version)),
    });
    const credential = await readItem(tx, row, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Rotate_service_credential",
      subjects: [subjectOf(id)],
      meta: { target: row.name, before: { version: version - 1 }, after: { version, old_good_until: goodUntil } },
    });
    return { credential, secret };
  });
};

/** Takes effect when every process has refreshed its cache, within seconds. */
export const revokeServiceCredential = (
  { db }: Pick<CredentialDeps, "db">,
  context: AuditContext,
  { id, reason }: { id: string; reason: string },
): Promise<ServiceCredential> =>
  db.transaction().execute(async (tx) => {
    const row = await requireCredential(tx, id);
    if (row.revoked_at) return toItem(row, []);
    const revoked = await revokeCredentialRow(tx, id, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: "Revoke_service_credential",
      subjects: [subjectOf(id)],
      meta: { target: row.name, key_id: row.key_id, before: { scopes: row.scopes }, after: { scopes: [] } },
      reason,
    });
    return toItem(revoked, []);
  });

const requireCredential = async (tx: Tx, id: string): Promise<CredentialRow> => {
  const row = await lockCredential(tx, id);
  if (!row) throw new DomainError("not_found", "there is no credential with this id");
  return row;
};
