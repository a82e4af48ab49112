import type { RunSourceLogin } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { type AuditContext, auditActor } from "../../../../request-context.ts";
import { recordOperation } from "../../../operation-log/index.ts";
import { NO_LOGIN, type RunSourcesDeps, type SealedLogin, sealLogin } from "../run-sources-deps.ts";
import { openLogin } from "./open-source.ts";
import { findSource, lockSource, type SourceInput, type SourceRow, updateSourceRow } from "./source.store.ts";
import { noSource, refuseTaken, requireAnswer, subjectOf, validateSource } from "./validate-source.ts";

export interface SourceChange {
  readonly id: string;
  readonly expectedRevision: number;
  readonly input: SourceInput;
  /** Absent: kept, unless the address changes to another origin. */
  readonly login: RunSourceLogin | undefined;
  readonly isCheckSkipped: boolean;
}

interface NextLogin {
  readonly stored: SealedLogin;
  /** What the audit entry says about it. */
  readonly note: "none" | "kept" | "set" | "erased with the old address";
}

/** A login is bound to one origin: whoever changes the address must enter the login again. */
const nextLogin = (
  deps: RunSourcesDeps,
  row: SourceRow,
  address: string,
  login: RunSourceLogin | undefined,
): NextLogin => {
  const { origin } = new URL(address);
  if (login) {
    return {
      stored: sealLogin(deps, { sourceId: row.id, origin }, login),
      note: login.kind === "none" ? "none" : "set",
    };
  }
  if (row.sealed_login === null) return { stored: NO_LOGIN, note: "none" };
  if (row.login_origin !== origin) return { stored: NO_LOGIN, note: "erased with the old address" };
  const { login_kind, sealed_login, login_origin } = row;
  return { stored: { login_kind: login_kind as RunSourceLogin["kind"], sealed_login, login_origin }, note: "kept" };
};

const loginToTry = (
  deps: RunSourcesDeps,
  row: SourceRow,
  { address }: SourceInput,
  login: RunSourceLogin | undefined,
): RunSourceLogin => {
  if (login) return login;
  return row.login_origin === new URL(address).origin ? openLogin(deps, { ...row, address }) : { kind: "none" };
};

/** Optimistic concurrency: refuses when the source changed since the caller read it. */
export const updateSource = async (
  deps: RunSourcesDeps,
  context: AuditContext,
  { id, expectedRevision, input: asked, login, isCheckSkipped }: SourceChange,
): Promise<void> => {
  const input = validateSource(deps, asked);
  const before = await findSource(deps.db, id);
  if (!before) throw noSource();
  if (!isCheckSkipped) await requireAnswer(deps, input, () => loginToTry(deps, before, input, login));
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockSource(tx, id);
    if (!row) throw noSource();
    if (row.revision !== expectedRevision) {
      const words = `${row.name} was changed meanwhile: it is at revision ${row.revision}, you saw ${expectedRevision}`;
      throw new DomainError("conflict", words);
    }
    await refuseTaken(tx, input, id);
    const next = nextLogin(deps, row, input.address, login);
    const change = { ...input, ...next.stored, revision: row.revision + 1, updated_at: context.at };
    await updateSourceRow(tx, id, change, { isAnother: input.address !== row.address });
    const meta = {
      before: { name: row.name, address: row.address },
      after: { name: input.name, address: input.address },
      login: next.note,
    };
    await recordOperation(tx, auditActor(context), { opType: "Update_run_source", subjects: [subjectOf(id)], meta });
  });
};
