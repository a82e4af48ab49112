export interface StartedJob {
  readonly key: string;
  readonly startMs: number;
  readonly sessionName: string;
}

/** A run that its head acknowledged, and its end if that was acknowledged too. */
export interface ReportedJob extends StartedJob {
  readonly clusterId: string;
  readonly isDriver: boolean;
  end: { readonly status: string; readonly atMs: number } | undefined;
}

/** A session that ended without what it had stored. */
export interface Loss {
  readonly clusterId: string;
  readonly sessionName: string;
  /** When the jobs had last been read before it. */
  readonly jobsAt: Date | null;
}

export const lastLineOf = (key: string): string => `the last line of ${key}`;
