import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../../../apps/server/src/platform/db/database.ts";
import type { LoadReport } from "../load/load.ts";

interface EndedRow {
  readonly id: string;
  readonly job_key: string;
  readonly status: string;
  readonly ended_at: Date;
  readonly log_length: number | null;
}

const LOOK_MS = 500;

const readEnded = async (db: Db): Promise<EndedRow[] | undefined> => {
  try {
    const { rows } = await sql<EndedRow>`select j.id, j.job_key, j.status, j.ended_at, length(l.tail) as log_length
      from cluster_job j left join cluster_job_log l on l.job_id = j.id where j.ended_at is not null`.execute(db);
    return rows;
  } catch {
    // The database is killed on purpose now and then.
    return undefined;
  }
};

/** An end that was recorded once stays as it is, and its log does not become shorter. A job that was lost may come back. */
const compare = (before: EndedRow, now: EndedRow | undefined): string | undefined => {
  if (before.status === "LOST") return undefined;
  if (!now) return `the end of ${before.job_key} is gone`;
  if (now.status !== before.status || now.ended_at.getTime() !== before.ended_at.getTime())
    return `${before.job_key} ended twice: ${before.status}, then ${now.status}`;
  if ((now.log_length ?? 0) < (before.log_length ?? 0)) return `the log of ${before.job_key} became shorter`;
  return undefined;
};

/** Looks at the recorded ends all the time. */
export const watchEnds = (db: Db, report: LoadReport) => {
  const seen = new Map<string, EndedRow>();
  let isStopped = false;
  const look = async (): Promise<void> => {
    const rows = await readEnded(db);
    if (!rows) return;
    const now = new Map(rows.map((row) => [row.id, row]));
    for (const [id, before] of seen) {
      const violation = compare(before, now.get(id));
      if (violation === undefined) continue;
      report(violation);
      seen.delete(id);
    }
    for (const [id, row] of now) seen.set(id, row);
  };
  const watching = (async () => {
    while (!isStopped) {
      await look();
      await sleep(LOOK_MS);
    }
  })();
  return {
    seen: () => seen.size,
    stop: async () => {
      isStopped = true;
      await watching;
    },
  };
};
