import { useMutation } from "@tanstack/react-query";
import { creditsCalls } from "../../../lib/api/clients/credits.ts";
import { useOperatorCheck } from "../../../shared/operator-check.ts";
import { useRenewCredits } from "../credits.queries.ts";

export type Decision = "approved" | "rejected";

interface DecideBody {
  id: string;
  decision: Decision;
  reason: string;
}

export const useDecide = () => {
  const check = useOperatorCheck();
  return useMutation({
    mutationFn: async (body: DecideBody) => {
      await check();
      return creditsCalls.decideGrantRequest({ body });
    },
    // On conflict another operator was faster, so the list is stale as well.
    onSettled: useRenewCredits(),
  });
};
