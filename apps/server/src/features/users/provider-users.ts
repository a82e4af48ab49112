import type { Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import {
  deleteHoldings,
  findTakenName,
  insertHoldings,
  insertUsers,
  listGuardedHolders,
  listKnownCodes,
  updateUsers,
} from "./change-users.store.ts";
import { userOperation } from "./user-operation.rules.ts";
import { asCodeSet, codesGiven, codesTaken, lostCodes, type UserState } from "./users.rules.ts";
import { findUser, listHeldCodes } from "./users.store.ts";

export interface ProviderUser extends Pick<UserState, "email" | "realname" | "role"> {
  /** What the provider calls the user. */
  readonly nickname: string;
}

const USERNAME_TRIES = 50;

/** A free username like the name at the provider. */
const findFreeUsername = async (tx: Tx, { nickname, email }: ProviderUser): Promise<string | undefined> => {
  const plain = nickname
    .replace(/@.*$/, "")
    .replaceAll(/[^A-Za-z0-9._-]/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "");
  const base = plain.slice(0, 60) || "user";
  for (let number = 1; number <= USERNAME_TRIES; number++) {
    const username = number === 1 ? base : `${base}-${number}`;
    if ((await findTakenName(tx, { username, email })) === undefined) return username;
  }
  return undefined;
};

/**
 * Creates an account for a person of the OpenID provider, without permissions. Undefined when the address belongs to another
 * account, which it must not open. Call it under the administration lock.
 */
export const createProviderUser = async (
  tx: Tx,
  audit: Omit<AuditActor, "userName">,
  user: ProviderUser,
): Promise<UserState | undefined> => {
  const username = await findFreeUsername(tx, user);
  if (username === undefined) return undefined;
  const { email, realname, role } = user;
  const after = { id: newId(), username, email, realname, role, codes: [], isEnabled: true, version: 1 };
  await insertUsers(tx, [after], audit.at);
  const operation = userOperation({ before: undefined, after }, { opType: "Create_user", reason: REASON });
  await recordOperation(tx, { ...audit, userName: username }, operation);
  return after;
};

const REASON = "single sign-on";

/**
 * Gives and takes the codes of the user's groups at the OpenID provider; codes that an administrator gave stay as they are.
 * The last holder of a guarded code keeps it. Call it under the administration lock.
 */
export const applyProviderCodes = async (
  tx: Tx,
  audit: Omit<AuditActor, "userName">,
  { userId, codes }: { userId: string; codes: readonly string[] },
): Promise<void> => {
  const before = await findUser(tx, userId);
  if (!before) return;
  const known = await listKnownCodes(tx);
  const mapped = new Set(codes.filter((code) => known.has(code)));
  const fromProvider = (await listHeldCodes(tx, userId)).filter((held) => held.isFromProvider).map(({ key }) => key);
  const gone = new Set(fromProvider.filter((code) => !mapped.has(code)));
  const wanted = { ...before, codes: asCodeSet([...before.codes.filter((code) => !gone.has(code)), ...mapped]) };
  const lost = lostCodes([{ before, after: wanted }], await listGuardedHolders(tx));
  const after = { ...wanted, codes: asCodeSet([...wanted.codes, ...lost]) };
  const change = { before, after };
  const [given, taken] = [codesGiven(change), codesTaken(change)];
  if (given.length === 0 && taken.length === 0) return;
  const holdingsOf = (list: readonly string[]) => list.map((code) => ({ userId, code }));
  await deleteHoldings(tx, holdingsOf(taken));
  await insertHoldings(tx, holdingsOf(given), { by: null, at: audit.at, isFromProvider: true });
  await updateUsers(tx, [after]);
  const operation = userOperation(change, { opType: "Change_permissions", reason: REASON });
  await recordOperation(tx, { ...audit, userName: before.username }, operation);
};
