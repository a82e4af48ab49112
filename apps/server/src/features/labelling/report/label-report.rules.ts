/** One workflow for each measurement. */
export const labelReportWorkflowId = (taskId: string, run: number): string => `label-report/${taskId}/${run}`;

export const REPORT_EVERY_MS = 60_000;

const WEEK_MS = 7 * 86_400_000;
/** The first Monday of Unix time. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/** Weeks since the first Monday of 1970, in UTC. */
export const weekOf = (at: Date): number => Math.floor((at.getTime() - FIRST_MONDAY_MS) / WEEK_MS);

export const mondayOf = (week: number): Date => new Date(FIRST_MONDAY_MS + week * WEEK_MS);

export const medianOf = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
};

/** Reports are read by people: four digits are plenty, and short. */
export const roundFigure = (value: number): number => Math.round(value * 10_000) / 10_000 || 0;
