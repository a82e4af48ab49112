import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../../../errors.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { subjectOf, takenError } from "./create-profile.ts";
import {
  countDatasets,
  isTaken,
  lockProfile,
  type SealedSecret,
  toColumns,
  updateProfileRow,
} from "./profile.store.ts";
import type { ProfileInput, ProfileRow } from "./profile-record.ts";
import { validateInput } from "./validate-profile.ts";

export interface ProfileChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly input: ProfileInput;
  /** Absent: kept, unless the endpoint changes. Null: removed. */
  readonly secret: string | null | undefined;
}

/** Optimistic concurrency: refuses when the profile changed since the caller read it. Its datasets must stay inside it. */
export const updateProfile = (
  deps: Pick<StorageDeps, "db" | "box" | "outgoing" | "own">,
  context: AuditContext,
  { id, expectedRevision, input: asked, secret }: ProfileChange,
): Promise<ProfileRow> => {
  const input = validateInput(deps, asked, secret);
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockProfile(tx, id);
    if (!row) throw new DomainError("not_found", "there is no such storage profile");
    if (row.revision !== expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    const taken = await isTaken(tx, input, id);
    if (taken) throw takenError(taken, input);
    await refuseToLose(row, input, await countDatasets(tx, id));
    const next = nextSecret(deps, row, input.endpoint, secret);
    const change = { ...toColumns(input), ...next.stored, revision: row.revision + 1, updated_at: context.at };
    const updated = await updateProfileRow(tx, id, change);
    const meta = { name: input.name, ...changesOf(row, input), secret: next.told };
    await recordOperation(tx, auditActor(context), {
      opType: "Update_storage_profile",
      subjects: [subjectOf(id)],
      meta,
    });
    return updated;
  });
};

const refuseToLose = (row: ProfileRow, input: ProfileInput, datasets: number): void => {
  if (datasets === 0 || (input.bucket === row.bucket && row.prefix.startsWith(input.prefix))) return;
  throw new DomainError("conflict", `${datasets} datasets lie in ${row.name}: it can only become wider`);
};

interface NextSecret {
  readonly stored: SealedSecret;
  /** What the audit entry says about it. */
  readonly told: "none" | "kept" | "set" | "removed" | "erased with the old address";
}

const NO_SECRET: SealedSecret = { sealed_secret: null, secret_origin: null };

/** A secret is bound to one origin: whoever changes the endpoint must enter the secret again. */
const nextSecret = (
  { box }: Pick<StorageDeps, "box">,
  row: ProfileRow,
  endpoint: string | null,
  secret: string | null | undefined,
): NextSecret => {
  const origin = endpoint === null ? null : new URL(endpoint).origin;
  if (typeof secret === "string" && origin !== null) {
    const sealed = box.seal({ profileId: row.id, origin }, secret.trim());
    return { stored: { sealed_secret: sealed, secret_origin: origin }, told: "set" };
  }
  if (row.sealed_secret === null) return { stored: NO_SECRET, told: "none" };
  if (secret === null) return { stored: NO_SECRET, told: "removed" };
  if (row.secret_origin !== origin) return { stored: NO_SECRET, told: "erased with the old address" };
  return { stored: { sealed_secret: row.sealed_secret, secret_origin: row.secret_origin }, told: "kept" };
};

const changesOf = (row: ProfileRow, input: ProfileInput): { before: object; after: object } => {
  const next = toColumns(input);
  const changed = (Object.keys(next) as (keyof typeof next)[]).filter((key) => !isDeepStrictEqual(row[key], next[key]));
  return {
    before: Object.fromEntries(changed.map((key) => [key, row[key]])),
    after: Object.fromEntries(changed.map((key) => [key, next[key]])),
  };
};
