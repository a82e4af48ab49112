import { setTimeout } from "node:timers/promises";

export interface ClaimRow {
  readonly outcome: string;
  readonly leases: readonly string[];
}

const MAX_ATTEMPTS = 10;
const MAX_BACKOFF_MS = 30;

/**
 * Repeats a claim with a short backoff while other people hold the locks of all remaining items. The result may be empty,
 * and the client polls again.
 */
export const claimWithBackoff = async (claim: () => Promise<ClaimRow | undefined>): Promise<ClaimRow> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await claim();
    if (!row) throw new Error("the claim was not answered");
    if (row.outcome !== "busy") return row;
    await setTimeout(Math.random() * MAX_BACKOFF_MS);
  }
  return { outcome: "ok", leases: [] };
};
