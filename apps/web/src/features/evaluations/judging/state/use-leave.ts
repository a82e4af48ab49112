import type { EvaluationItem } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { PATHS } from "../../../../lib/paths.ts";

/** Back to the queue. What is in hand goes back to the pile, so that nobody has to wait for it to run out; drafts stay. */
export const useLeave = (items: readonly EvaluationItem[], sendDraft: () => void): (() => void) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () => {
    sendDraft();
    const released = items.map(({ lease_id }) => evaluationsCalls.releaseItem({ body: { lease_id } }));
    // Whatever could not be given back runs out by itself.
    void Promise.allSettled(released).then(() => client.invalidateQueries({ queryKey: ["evaluations"] }));
    void navigate(PATHS.evaluating);
  };
};
