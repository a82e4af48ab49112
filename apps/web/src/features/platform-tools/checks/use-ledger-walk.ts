import type { platformToolsRoutes } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { platformToolsCalls } from "../../../lib/api/clients/platform-tools.ts";
import { useSliceWalk } from "../../../shared/use-slice-walk.ts";

type Slice = z.output<typeof platformToolsRoutes.checkLedger.reply>;

export interface LedgerFound {
  checkedTo: number;
  accounts: number;
  isComplete: boolean;
  faults: Slice["faults"];
}

const NOTHING: LedgerFound = { checkedTo: 0, accounts: 0, isComplete: false, faults: [] };

/** Compares all accounts with their movements, a few thousand per request. */
export const useLedgerWalk = () => {
  const { t } = useTranslation();
  const { walk, start, stop } = useSliceWalk<LedgerFound>({
    isDone: ({ isComplete }) => isComplete,
    step: async (found, signal) => {
      const slice = await platformToolsCalls.checkLedger({ body: { after_account: found.checkedTo } }, { signal });
      if (!slice.is_complete && slice.checked_to <= found.checkedTo) throw new Error(t("tools.ledger.stuck"));
      return {
        checkedTo: slice.checked_to,
        accounts: found.accounts + slice.accounts,
        isComplete: slice.is_complete,
        faults: [...found.faults, ...slice.faults],
      };
    },
  });
  return { walk, check: () => start(NOTHING), goOn: (found: LedgerFound) => start(found), stop };
};
