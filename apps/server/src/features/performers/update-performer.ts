import { isDeepStrictEqual } from "node:util";
import { DomainError } from "../../errors.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { subjectOf, takenWords } from "./create-performer.ts";
import { type PerformerRegistration, validateInput } from "./performer-registration.rules.ts";
import {
  isNameTaken,
  lockPerformerRow,
  type PerformerRow,
  type SealedSecret,
  toColumns,
  toRecord,
  updatePerformerRow,
} from "./performers.store.ts";
import type { RegistryDeps } from "./performers-deps.ts";
import { resizeSlots } from "./slots.store.ts";

export interface PerformerChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly input: PerformerRegistration;
  /** Absent: kept, unless the endpoint changes. Null: removed. */
  readonly secret?: string | null | undefined;
}

/** Optimistic concurrency: refuses when the performer changed since the caller read it. */
export const updatePerformer = (
  deps: Omit<RegistryDeps, "clock">,
  context: AuditContext,
  { id, expectedRevision, input: asked, secret }: PerformerChange,
): Promise<PerformerRow> => {
  const input = validateInput(deps.outgoing, asked, { secret, id });
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockPerformerRow(tx, id);
    if (!row) throw new DomainError("not_found", "there is no such performer");
    if (row.revision !== expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    if (await isNameTaken(tx, input.name, id)) throw new DomainError("conflict", takenWords(input.name));
    const next = nextSecret(deps, row, input.endpoint, secret);
    const updated = await updatePerformerRow(tx, id, {
      ...toColumns(input),
      ...next.stored,
      revision: row.revision + 1,
      updated_at: context.at,
    });
    await resizeSlots(tx, id, input.limits.concurrency);
    await recordOperation(tx, auditActor(context), {
      opType: "Update_performer",
      subjects: [subjectOf(id)],
      meta: { name: input.name, ...changesOf(row, input), secret: next.told },
    });
    return updated;
  });
};

interface NextSecret {
  readonly stored: SealedSecret;
  /** What the audit entry says about it. */
  readonly told: "none" | "kept" | "set" | "removed" | "erased with the old address";
}

const NO_SECRET: SealedSecret = { sealed_secret: null, secret_origin: null };

/** A secret is bound to one origin: whoever changes the endpoint must enter the secret again. */
const nextSecret = (
  { box }: Pick<RegistryDeps, "box">,
  row: PerformerRow,
  endpoint: string,
  secret: string | null | undefined,
): NextSecret => {
  const { origin } = new URL(endpoint);
  if (typeof secret === "string") {
    const sealed = box.seal({ performerId: row.id, origin }, secret.trim());
    return { stored: { sealed_secret: sealed, secret_origin: origin }, told: "set" };
  }
  if (row.sealed_secret === null) return { stored: NO_SECRET, told: "none" };
  if (secret === null) return { stored: NO_SECRET, told: "removed" };
  if (row.secret_origin !== origin) return { stored: NO_SECRET, told: "erased with the old address" };
  return { stored: { sealed_secret: row.sealed_secret, secret_origin: row.secret_origin }, told: "kept" };
};

const changesOf = (row: PerformerRow, input: PerformerRegistration): { before: object; after: object } => {
  const old = toRecord(row);
  const changed = (Object.keys(input) as (keyof PerformerRegistration)[]).filter(
    (key) => !isDeepStrictEqual(old[key], input[key]),
  );
  return {
    before: Object.fromEntries(changed.map((key) => [key, old[key]])),
    after: Object.fromEntries(changed.map((key) => [key, input[key]])),
  };
};
