import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { failReport } from "./label-report.store.ts";
import { type MeasureReportDeps, measureReport } from "./measure-report.ts";

export interface MeasureLabelAgreementInput {
  readonly taskId: string;
  readonly run: number;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const measureLabelAgreementActivities = (deps: MeasureReportDeps) => ({
  /** Idempotent: a retry draws the same items and replaces nothing of a later measurement. */
  async measureLabelReport(input: MeasureLabelAgreementInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => measureReport(deps, input, signal));
  },
  async failLabelReport({ taskId, run, ...fault }: MeasureLabelAgreementInput & ActivityFault): Promise<void> {
    await failReport(deps.db, { taskId, run }, fault);
  },
});

export type MeasureLabelAgreementActivities = ReturnType<typeof measureLabelAgreementActivities>;
