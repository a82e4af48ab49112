import { approvalsRoutes } from "@dailies/contract/approvals/routes";
import { createCalls } from "../calls.ts";

export const approvalsCalls = createCalls(approvalsRoutes);
