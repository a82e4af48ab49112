// Operator tools for the ledger: consistency, upcoming expiry, and holds that were never released. Serves "Platform
// administration", the screen /platform/tools.
import type { platformToolsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { voidHold } from "../credits/index.ts";
import { findLedgerSlice, listExpiring, listHolds, listLedgerFaults } from "./ledger-tools.store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const MAX_COUNTED = 10_000;
const CHECKED_AT_ONCE = { maxAccounts: 2_000, maxMovements: 200_000 };

type LedgerTools = "checkLedger" | "previewExpiry" | "listOpenHolds" | "voidHold";

export const ledgerToolsHandlers = ({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Pick<Handlers<typeof platformToolsRoutes>, LedgerTools> => ({
  checkLedger: async ({ body: { after_account } }) => {
    const { checkedTo, accounts, isComplete } = await findLedgerSlice(db, after_account, CHECKED_AT_ONCE);
    const faults = accounts === 0 ? [] : await listLedgerFaults(db, BigInt(after_account) + 1n, checkedTo);
    return {
      checked_to: Number(checkedTo),
      accounts,
      is_complete: isComplete,
      faults: faults.map(({ email, what }) => ({ user_email: email, what })),
    };
  },
  previewExpiry: async ({ query }) => {
    const until = new Date(clock().getTime() + query.days * DAY_MS);
    const expiring = await listExpiring(db, until, { limit: query.limit, cap: MAX_COUNTED });
    return {
      lots: expiring.items.map(({ email, seq, free, expires_at }) => ({
        user_email: email,
        lot: Number(seq),
        amount: Number(free),
        expires_at: expires_at.toISOString(),
      })),
      total: expiring.total,
      is_total_exact: expiring.isTotalExact,
      amount: expiring.amountCredits,
    };
  },
  listOpenHolds: async ({ query }) => {
    const heldBefore = new Date(clock().getTime() - query.older_than_minutes * MINUTE_MS);
    const holds = await listHolds(db, heldBefore, { limit: query.limit, cap: MAX_COUNTED });
    return {
      items: holds.items.map(({ email, seq, amount, held_at, memo }) => ({
        user_email: email,
        hold: Number(seq),
        amount: Number(amount),
        held_at: held_at.toISOString(),
        project_id: memo.project_id ?? null,
        task_id: memo.task_id ?? null,
        model: memo.model ?? null,
        reference: memo.reference ?? null,
      })),
      total: holds.total,
      is_total_exact: holds.isTotalExact,
    };
  },
  voidHold: ({ body, ...call }) =>
    voidHold({ db, clock }, call.context, {
      email: body.user_email,
      hold: body.hold,
      reason: body.reason,
      key: body.idempotency_key,
    }),
});
