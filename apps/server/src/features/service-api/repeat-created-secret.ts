import { createHash } from "node:crypto";
import { DomainError } from "../../errors.ts";
import type { Seal } from "../../platform/crypto/seal.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type CredentialRow, findCredentialByRequest, findOnlySecret } from "./credential.store.ts";
import { aboutSecret } from "./credential-secret.ts";

/** After this time a lost response stays lost. */
const REPEATABLE_MS = 10 * 60_000;

/** Identifies a request, so that a repetition is told apart from another request under the same key. */
export interface CreateRequest {
  readonly key: string;
  readonly hash: Buffer;
}

export const toCreateRequest = (key: string | undefined, input: readonly unknown[]): CreateRequest | undefined =>
  key === undefined ? undefined : { key, hash: createHash("sha256").update(JSON.stringify(input)).digest() };

const gone = (why: string): DomainError =>
  new DomainError("conflict", `${why}: its secret is not shown again. Revoke the credential and create another one`);

/**
 * The first secret of a credential once more, for the person who created it with this key, and only for ten minutes. It is
 * the copy that requests are checked with: nothing is stored for the repetition but the key. A secret that was replaced,
 * revoked or already used is not shown, because then the first response has arrived or the credential has moved on.
 */
export const repeatCreatedSecret = async (
  tx: Tx,
  seal: Seal,
  context: AuditContext,
  { key, hash }: CreateRequest,
): Promise<{ readonly row: CredentialRow; readonly secret: string } | undefined> => {
  const row = await findCredentialByRequest(tx, context.actor.username, key);
  if (!row) return undefined;
  if (!row.request_hash?.equals(hash))
    throw new DomainError("conflict", "this idempotency key was used for a different request: use a new key");
  if (row.revoked_at) throw gone("this credential was revoked");
  if (context.at.getTime() - row.created_at.getTime() > REPEATABLE_MS)
    throw gone("this credential was created more than 10 minutes ago");
  if (row.last_used_at) throw gone("this credential is in use");
  const stored = await findOnlySecret(tx, row.id);
  if (!stored) throw gone("the secret of this credential was replaced");
  await recordOperation(tx, auditActor(context), {
    opType: "Repeat_service_secret",
    subjects: [`service_credential:${row.id}`],
    meta: { target: row.name, key_id: row.key_id },
  });
  return { row, secret: seal.open(stored.sealed, aboutSecret(row.id, stored.version)) };
};
