import type { Recurring } from "./platform/temporal/temporal-schedule.ts";

/** Recurring workflows; the worker creates their schedules at startup. */
export const SCHEDULES: readonly Omit<Recurring, "taskQueue">[] = [
  { name: "check-datasets", workflowType: "checkDatasets", every: "1 hour" },
  { name: "export-history-head", workflowType: "exportHistoryHead", every: "1 hour" },
  { name: "reconcile-generation", workflowType: "reconcileGeneration", every: "1 minute" },
  { name: "sweep-assets", workflowType: "sweepAssets", every: "1 hour" },
  { name: "sweep-credits", workflowType: "sweepCredits", every: "1 hour" },
  { name: "sweep-datasets", workflowType: "sweepDatasets", every: "1 hour" },
  { name: "sweep-label-files", workflowType: "sweepLabelFiles", every: "1 hour" },
  { name: "sweep-leases", workflowType: "sweepLeases", every: "1 minute" },
  { name: "sweep-packages", workflowType: "sweepPackages", every: "1 hour" },
  { name: "sweep-retention", workflowType: "sweepRetention", every: "1 hour" },
  { name: "sweep-sign-ins", workflowType: "sweepSignIns", every: "1 hour" },
];
