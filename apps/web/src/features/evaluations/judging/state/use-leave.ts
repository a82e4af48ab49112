import type { EvaluationItem } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { PATHS } from "../../../../lib/paths.ts";

/** Returns to the queue and releases the leases, so that nobody waits for them to expire; drafts are kept. */
export const useLeave = (items: readonly EvaluationItem[], sendDraft: () => void): (() => void) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () => {
    sendDraft();
    const released = items.map(({ lease_id }) => evaluationsCalls.releaseItem({ body: { lease_id } }));
    // Leases that could not be released expire by themselves.
    void Promise.allSettled(released).then(() => client.invalidateQueries({ queryKey: ["evaluations"] }));
    void navigate(PATHS.evaluating);
  };
};
