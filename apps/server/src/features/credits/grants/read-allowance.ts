import type { GrantAllowance } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { readPublished, SETTINGS } from "../../settings/index.ts";
import { endUserSubject, listUsed, operatorSubject, type Used } from "./allowance.store.ts";

/** The credits that one operator creates, and that one end user gets, in 24 hours without a second person. */
export const readGrantLimit = (db: Db): Promise<number> => readPublished(db, SETTINGS.grantSecondPersonAbove);

const NOTHING: Used = { used: 0, until: null };

const toShown = ({ used, until }: Used = NOTHING) => ({ used, until: until?.toISOString() ?? null });

/** How much of the limit is used, by this operator and for this end user. */
export const readAllowance = async (
  db: Db,
  { username, accountId, now }: { username: string; accountId: bigint; now: Date },
): Promise<GrantAllowance> => {
  const [byOperator, forUser] = [operatorSubject(username), endUserSubject(accountId)];
  const used = await listUsed(db, [byOperator, forUser], now);
  return {
    limit: await readGrantLimit(db),
    operator: toShown(used.get(byOperator)),
    end_user: toShown(used.get(forUser)),
  };
};
