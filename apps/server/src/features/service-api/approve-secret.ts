import { DomainError } from "../../errors.ts";
import { type ApprovalHandler, payloadOf } from "../approvals/index.ts";
import { activateSecret, listLiveSecrets, lockCredential, revokeCredentialRow } from "./credential.store.ts";
import { endOlder, type SecretChange } from "./manage-credentials.ts";

/** A secret that creates credits is accepted once a second person approved it; a rejected first one ends its credential. */
export const secretApprovals: ApprovalHandler = {
  async lock(tx, row) {
    await lockCredential(tx, payloadOf<SecretChange>(row).change.credentialId);
  },
  async approve(tx, row, { at }) {
    const { change } = payloadOf<SecretChange>(row);
    const credential = await lockCredential(tx, change.credentialId);
    if (!credential || credential.revoked_at)
      throw new DomainError("conflict", "this credential was revoked meanwhile");
    if (!(await activateSecret(tx, change))) throw new DomainError("conflict", "this secret is gone");
    if (change.version > 1) await endOlder(tx, change, at);
    return [];
  },
  async reject(tx, row, { at }) {
    const { credentialId } = payloadOf<SecretChange>(row).change;
    if ((await listLiveSecrets(tx, [credentialId], at)).length === 0) await revokeCredentialRow(tx, credentialId, at);
  },
};
