import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Creation } from "../ledger/ledger.store.ts";
import { endUserSubject, listUsed } from "./allowance.store.ts";

/** The refusal of a service above a limit of 24 hours: whose limit, how much of it is used, and until when. */
export const describeLimit = async (
  tx: Tx,
  { accountId, amount = 0 }: { readonly accountId: bigint; readonly amount?: number },
  { creator, creatorLimit, userLimit, now }: Creation,
): Promise<DomainError> => {
  const used = await listUsed(tx, [creator, endUserSubject(accountId)], now);
  const own = used.get(creator);
  const isOwn = creatorLimit !== null && (own?.used ?? 0) + amount > creatorLimit;
  const { used: sum = 0, until } = (isOwn ? own : used.get(endUserSubject(accountId))) ?? {};
  const [whose, limit] = isOwn ? ["this credential created", creatorLimit] : ["this end user got", userLimit];
  const when = until ? `, until ${until.toISOString()}` : "";
  const advice = isOwn ? "" : ": grant them in the console, where a second administrator can approve";
  return new DomainError("conflict", `${whose} ${sum} of ${limit} credits in 24 hours${when}${advice}`);
};
