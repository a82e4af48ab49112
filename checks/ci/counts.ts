/** Exit status of a stage when the machine was too busy to measure: neither passed nor failed. */
export const VOID_STATUS = 75;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults?: { assertionResults: { status: string; failureMessages?: string[] | null }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

const isVitest = (report: object): report is VitestReport => "numPassedTests" in report;
const isPlaywright = (report: object): report is PlaywrightReport => "stats" in report;
const isCounts = (report: object): report is Counts => "passed" in report && "failed" in report;

const counted = (report: object): Counts | undefined => {
  if (isVitest(report)) return { passed: report.numPassedTests, failed: report.numFailedTests };
  if (isPlaywright(report)) {
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  }
  return isCounts(report) ? { passed: report.passed, failed: report.failed } : undefined;
};

/** Counts from the stage's own report if it left one, else one. A stage that failed never counts as clean. */
export const countsOf = (status: number, report: object | undefined): Counts => {
  if (status === VOID_STATUS) return { passed: 0, failed: 0 };
  const counts = report === undefined ? undefined : counted(report);
  if (counts === undefined) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  });

/** Whether a test of Vitest passed only on retry: it keeps the message of its first failure. */
export const isSecondTry = ({ status, failureMessages }: { status: string; failureMessages?: string[] | null }) =>
  status === "passed" && (failureMessages?.length ?? 0) > 0;

/** Tests that passed only on retry; zero for a runner without retries. */
export const secondTriesIn = (report: object | undefined): number => {
  if (report === undefined) return 0;
  if (isPlaywright(report)) return report.stats.flaky;
  if (!isVitest(report)) return 0;
  return (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults).filter(isSecondTry).length;
};

/** A retry excuses what neighbours on the machine may have caused, and nothing else. */
export const failSecondTries = ({ passed, failed }: Counts, secondTries: number): Counts => ({
  passed: passed - secondTries,
  failed: failed + secondTries,
});
