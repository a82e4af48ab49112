import { DomainError } from "../../errors.ts";
import { type ApprovalHandler, payloadOf } from "../approvals/index.ts";
import { insertHoldings, lockAdministration, updateUsers } from "./change-users.store.ts";
import type { CodeChange } from "./change-users.ts";
import { userOperation } from "./user-operation.rules.ts";
import { asCodeSet } from "./users.rules.ts";
import { findUser } from "./users.store.ts";

/** Gives the code that a second person approved. The user must still be enabled. */
export const permissionApprovals: ApprovalHandler = {
  lock: lockAdministration,
  async approve(tx, row, { actor, at }) {
    const { userId, code } = payloadOf<CodeChange>(row).change;
    const before = await findUser(tx, userId);
    if (!before?.isEnabled) throw new DomainError("conflict", "this account is disabled: reject the request");
    if (actor.userId === userId) throw new DomainError("conflict", "you cannot approve a permission of your own");
    const approver = await findUser(tx, actor.userId);
    if (!approver?.isEnabled || !approver.codes.includes("MAGI_ADMIN")) {
      throw new DomainError("conflict", "you no longer hold MAGI_ADMIN");
    }
    if (before.codes.includes(code)) return [];
    await updateUsers(tx, [before]);
    await insertHoldings(tx, [{ userId, code }], { by: row.requested_by, at });
    const after = { ...before, codes: asCodeSet([...before.codes, code]) };
    return [userOperation({ before, after }, { opType: "Change_permissions", reason: row.reason })];
  },
};
