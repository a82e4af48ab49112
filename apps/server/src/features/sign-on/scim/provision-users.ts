import type { ScimUser } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../../operation-log/index.ts";
import { addUser, changeUsers, getUser, type UserRecord, withProvisionerLock } from "../../users/index.ts";
import { mayBeCreated } from "../provider-person.rules.ts";
import type { ScimDeps } from "./scim-deps.ts";
import { ScimFault } from "./scim-fault.ts";
import type { ScimNewUser } from "./scim-messages.rules.ts";
import { toScimUsers } from "./scim-users.ts";

const REASON = "the directory of the company";

const toScimUser = async (tx: Tx, deps: ScimDeps, user: UserRecord): Promise<ScimUser> => {
  const [shown] = await toScimUsers(tx, deps, [user]);
  if (!shown) throw new Error("a user has no form in SCIM");
  return shown;
};

interface Wanted {
  readonly id: string;
  /** Undefined leaves the account as it is. */
  readonly isActive: boolean | undefined;
  readonly origin: SecurityEventOrigin;
}

/**
 * Disables or enables an account, as an administrator with every right may: never the last one, and never one with rights that
 * a second person has to give. Disabling ends its sessions.
 */
export const setActive = (deps: ScimDeps, { id, isActive, origin }: Wanted): Promise<ScimUser> =>
  withProvisionerLock(deps, origin.requestId, async (administration) => {
    const { tx, audit } = administration;
    const before = await getUser(tx, id);
    const after = { ...before, isEnabled: isActive ?? before.isEnabled };
    if (after.isEnabled !== before.isEnabled) {
      await changeUsers(administration, [{ before, after }], { opType: "Update_user", reason: REASON });
      const kind = after.isEnabled ? "account_enabled" : "account_disabled";
      const event = { at: audit.at, kind, userId: id, ...origin } as const;
      await recordSecurityEvent({ db: tx, secretKeys: deps.secretKeys }, event);
    }
    return toScimUser(tx, deps, await getUser(tx, id));
  });

/** Makes an account without rights for an address of the operator's domains, where they make accounts by domain. */
export const createScimUser = async (
  deps: ScimDeps,
  { username, email, realname }: ScimNewUser,
  { requestId }: SecurityEventOrigin,
): Promise<ScimUser> => {
  const options = deps.signOn?.options;
  if (!options || !mayBeCreated({ email, nickname: username, realname, groups: undefined }, options))
    throw new ScimFault(undefined, "this installation makes no account for this address by provisioning", 403);
  return withProvisionerLock(deps, requestId, async (administration) => {
    const user = { username, email, realname, role: options.newAccountRole, codes: [] };
    const made = await addUser(administration, user, REASON).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === "conflict"
        ? new ScimFault("uniqueness", error.message, 409)
        : error;
    });
    return toScimUser(administration.tx, deps, made);
  });
};
