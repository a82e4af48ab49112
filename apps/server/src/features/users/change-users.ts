import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { enqueueWorkflows } from "../../platform/db/outbox.ts";
import { requestApproval } from "../approvals/index.ts";
import { deleteSessionsOf } from "../auth/index.ts";
import { type Operation, recordOperations } from "../operation-log/index.ts";
import {
  deleteHoldings,
  type Holding,
  insertHoldings,
  insertUsers,
  listGuardedHolders,
  listUnknownCodes,
  updateUsers,
} from "./change-users.store.ts";
import { invitationStart } from "./invitations/send-invitation.rules.ts";
import {
  ALL_PERMISSIONS,
  permissionSubject,
  userOperation,
  userSubject,
  waitingSubject,
} from "./user-operation.rules.ts";
import {
  changeRefusal,
  changesRights,
  codesGiven,
  codesTaken,
  isChanged,
  lastHolderRefusal,
  lostCodes,
  splitForApproval,
  type UserChange,
} from "./users.rules.ts";
import type { Administration } from "./with-administration-lock.ts";

/** The code that a request for approval is about. */
export interface CodeChange {
  readonly userId: string;
  readonly code: string;
}

export interface ChangeOptions {
  /** The audit operation for a change of an existing user. */
  readonly opType: "Update_user" | "Change_permissions";
  readonly reason?: string;
  /** Further audit entries, after those of the users. */
  readonly also?: readonly Operation[];
}

/** Makes all changes or none. The only code that changes users, their permissions and their audit entries together. */
export const changeUsers = async (
  administration: Administration,
  changes: readonly UserChange[],
  options: ChangeOptions,
): Promise<void> => {
  const asked = changes.filter(isChanged);
  await refuseForbidden(administration, asked);
  if (asked.some(changesRights)) administration.requireFreshSignIn();
  const parts = asked.map(splitForApproval);
  const made = parts.map(({ change }) => change).filter(isChanged);
  await writeUsers(administration, made);
  await writeHoldings(administration, made);
  await endSessionsOfDisabled(administration, made);
  const entries = made.map((change) => userOperation(change, options));
  const requests = await requestCodes(administration, parts, options);
  const operations = [...entries, ...requests, ...(options.also ?? [])];
  if (operations.length > 0) await recordOperations(administration.tx, administration.audit, operations);
};

const requestCodes = async (
  { tx, audit }: Administration,
  parts: readonly ReturnType<typeof splitForApproval>[],
  { reason = "" }: ChangeOptions,
): Promise<Operation[]> => {
  const operations: Operation[] = [];
  for (const { change, waiting } of parts) {
    for (const code of waiting) {
      const { id, username } = change.after;
      const input = {
        kind: "permission" as const,
        subject: waitingSubject(id, code),
        target: username,
        details: { permission: code },
        change: { userId: id, code } satisfies CodeChange,
        reason,
      };
      const operation = await requestApproval(tx, audit, input);
      const also = [userSubject(id), permissionSubject(code), ALL_PERMISSIONS];
      operations.push({ ...operation, subjects: [...operation.subjects, ...also] });
    }
  }
  return operations;
};

const refuseForbidden = async ({ tx, admin }: Administration, changes: readonly UserChange[]): Promise<void> => {
  await requireKnownCodes(tx, changes.flatMap(codesGiven));
  for (const change of changes) {
    const refusal = changeRefusal(admin, change);
    if (refusal)
      throw new DomainError("not_allowed", changes.length > 1 ? `${change.after.username}: ${refusal}` : refusal);
  }
  const lost = lostCodes(changes, await listGuardedHolders(tx));
  if (lost.length > 0) throw new DomainError("conflict", lastHolderRefusal(lost));
};

export const requireKnownCodes = async (tx: Tx, codes: readonly string[]): Promise<void> => {
  if (codes.length === 0) return;
  const unknown = await listUnknownCodes(tx, [...new Set(codes)]);
  if (unknown.length > 0) throw new DomainError("invalid", `there is no permission called ${unknown.join(", ")}`);
};

const writeUsers = async ({ tx, audit }: Administration, changes: readonly UserChange[]): Promise<void> => {
  const created = changes.filter(({ before }) => before === undefined).map(({ after }) => after);
  const changed = changes.filter(({ before }) => before !== undefined).map(({ after }) => after);
  if (changed.length > 0) await updateUsers(tx, changed);
  if (created.length === 0) return;
  if ((await insertUsers(tx, created, audit.at)) !== created.length) {
    throw new DomainError("conflict", "a username or an e-mail address was taken in the meantime, try again");
  }
  const invitations = created.map(({ id }) => invitationStart(id, audit.requestId));
  await enqueueWorkflows(tx, invitations);
};

const holdingsOf = (changes: readonly UserChange[], codesOf: (change: UserChange) => string[]): Holding[] =>
  changes.flatMap((change) => codesOf(change).map((code) => ({ userId: change.after.id, code })));

const writeHoldings = async ({ tx, audit }: Administration, changes: readonly UserChange[]): Promise<void> => {
  const taken = holdingsOf(changes, codesTaken);
  const given = holdingsOf(changes, codesGiven);
  if (taken.length > 0) await deleteHoldings(tx, taken);
  if (given.length > 0) await insertHoldings(tx, given, { by: audit.userName, at: audit.at });
};

const endSessionsOfDisabled = async ({ tx }: Administration, changes: readonly UserChange[]): Promise<void> => {
  const disabled = changes.filter(({ before, after }) => before?.isEnabled && !after.isEnabled);
  if (disabled.length === 0) return;
  await deleteSessionsOf(
    tx,
    disabled.map(({ after }) => after.id),
  );
};
