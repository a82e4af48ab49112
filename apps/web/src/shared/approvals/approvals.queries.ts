import { type ApprovalRequest, approvalsRoutes } from "@dailies/contract/approvals/routes";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createCalls } from "../../lib/api/calls.ts";
import { useOperatorCheck } from "../operator-check.ts";

export type ApprovalKind = ApprovalRequest["kind"];
export type ApprovalDecision = "approved" | "rejected";

const approvalsCalls = createCalls(approvalsRoutes);

const SHOWN = 20;

export const pendingApprovalsQuery = (kind: ApprovalKind) =>
  queryOptions({
    queryKey: ["approvals", kind, "pending"],
    queryFn: (context) =>
      approvalsCalls.listApprovals({ query: { kind, status: "pending", limit: SHOWN, offset: 0 } }, context),
    refetchInterval: 60_000,
    meta: { silent: true },
  });

export const allPendingApprovalsQuery = queryOptions({
  queryKey: ["approvals", "pending"],
  queryFn: async (context) =>
    (await approvalsCalls.listApprovals({ query: { status: "pending", limit: SHOWN, offset: 0 } }, context)).items,
  refetchInterval: 60_000,
  meta: { silent: true },
});

export const useDecideApproval = () => {
  const check = useOperatorCheck();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: { id: string; decision: ApprovalDecision; reason: string }) => {
      await check();
      return approvalsCalls.decideApproval({ body });
    },
    // Credentials, users and settings change with it. On conflict another operator was faster, so the lists are stale too.
    onSettled: () => cache.invalidateQueries(),
  });
};
