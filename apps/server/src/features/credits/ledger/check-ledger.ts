import type { Db } from "../../../platform/db/database.ts";
import { countOf, type InstallationCheck } from "../../../platform/installation-check.ts";
import { checkAccounts, listAccountsAfter } from "./check-ledger.store.ts";

const ACCOUNTS_AT_ONCE = 1_000;
/** A second or two of work for the database. */
const MOVEMENTS_AT_ONCE = 100_000;

/**
 * Checks the invariants of every account: balances are the sums of their movements, every movement continues the one before,
 * lots and holds account for every credit, and each movement has one key.
 */
export const ledgerCheck = (db: Db): InstallationCheck => ({
  name: "credit ledger",
  run: async function* () {
    let [accounts, movements] = [0, 0];
    for (let after = 0n; ; ) {
      const page = await listAccountsAfter(db, after, { accounts: ACCOUNTS_AT_ONCE, movements: MOVEMENTS_AT_ONCE });
      const last = page.at(-1);
      if (!last) return `${countOf(movements, "movement")} of ${countOf(accounts, "account")}`;
      for (const { account_id, what } of await checkAccounts(db, after, last.id))
        yield `account ${account_id}: ${what}`;
      accounts += page.length;
      movements += page.reduce((sum, { movements: n }) => sum + n, 0);
      after = last.id;
    }
  },
});
