import type { CreditAccount, CreditLot, CreditMovement, EndUser, PlanItem } from "@dailies/contract";
import { readNumberedPage } from "../../../platform/db/numbered-page.ts";
import { toEndUser, toLot, toMovement } from "../credit.dto.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { readAccount } from "../grants/grant-credits.ts";
import { listLots } from "../ledger/lot.store.ts";
import { findMovementSpan, listMovements, type TimeRange } from "../ledger/movement.store.ts";
import { getEndUser } from "./get-end-user.ts";
import { readPlans } from "./read-plans.ts";
import { findCurrentPlan } from "./reported-records.store.ts";

const SHOWN_LOTS = 200;
const SHOWN_MOVEMENTS = 50;

export interface Credits {
  readonly user: EndUser;
  readonly account: CreditAccount;
  readonly lots: CreditLot[];
  readonly movements: CreditMovement[];
  readonly plan: PlanItem | null;
}

/** Reads one snapshot, so that the balance is the sum of the lots shown. */
export const readCredits = (
  { db, clock, isStripeConfigured }: Pick<CreditsDeps, "db" | "clock" | "isStripeConfigured">,
  email: string,
  range: TimeRange,
): Promise<Credits> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const user = await getEndUser(tx, email);
      const account = await readAccount(tx, user.id, clock());
      const lots = await listLots(tx, user.id, SHOWN_LOTS);
      const span = await findMovementSpan(tx, user.id, range);
      const input = { offset: 0, limit: SHOWN_MOVEMENTS };
      const { items } = await readNumberedPage(span, input, (numbers) => listMovements(tx, user.id, numbers));
      const current = await findCurrentPlan(tx, user.id);
      const [plan = null] = await readPlans({ db: tx, isStripeConfigured }, current ? [current] : []);
      return {
        user: toEndUser(user),
        account,
        lots: lots.map(toLot),
        movements: items.map(toMovement),
        plan,
      };
    });
