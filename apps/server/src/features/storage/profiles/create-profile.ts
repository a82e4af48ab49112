import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { findProfileByRequest, insertProfile, isTaken, toColumns } from "./profile.store.ts";
import type { ProfileInput, ProfileRow } from "./profile-record.ts";
import { validateInput } from "./validate-profile.ts";

export const subjectOf = (id: string): string => `storage:${id}`;

export const takenError = (what: "name" | "location", { name }: ProfileInput): DomainError =>
  new DomainError(
    "conflict",
    what === "name" ? `there is already a storage profile called '${name}'` : "this place is already registered",
  );

export interface NewProfile {
  readonly input: ProfileInput;
  readonly secret: string | null | undefined;
  readonly requestKey: string;
}

/** Registers a storage profile, idempotent by request key. */
export const createProfile = (
  deps: Pick<StorageDeps, "db" | "box" | "outgoing" | "own">,
  context: AuditContext,
  { input: asked, secret, requestKey }: NewProfile,
): Promise<ProfileRow> => {
  const input = validateInput(deps, asked, secret);
  const id = newId();
  const origin = input.endpoint === null ? null : new URL(input.endpoint).origin;
  const isSealed = typeof secret === "string" && origin !== null;
  const sealed = isSealed ? deps.box.seal({ profileId: id, origin }, secret.trim()) : null;
  return deps.db.transaction().execute(async (tx) => {
    // Takes the lock first: a concurrent duplicate of this request must not count as a conflict.
    const taken = await isTaken(tx, input, id);
    const earlier = await findProfileByRequest(tx, requestKey);
    if (earlier) return earlier;
    if (taken) throw takenError(taken, input);
    const row = await insertProfile(tx, {
      ...toColumns(input),
      id,
      request_key: requestKey,
      created_at: context.at,
      created_by: context.actor.username,
      sealed_secret: sealed,
      secret_origin: sealed && origin,
    });
    if (!row) throw takenError("location", input);
    const meta = { ...input, secret: sealed ? "set" : "none" };
    await recordOperation(tx, auditActor(context), {
      opType: "Create_storage_profile",
      subjects: [subjectOf(id)],
      meta,
    });
    return row;
  });
};
