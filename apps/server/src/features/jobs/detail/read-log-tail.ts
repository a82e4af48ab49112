import type { JobKind, JobLogTail } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { withoutCredentials } from "../../../platform/observability/log-redaction.ts";
import { withoutAnsi } from "../../../platform/ray/ray-text.ts";
import { findKeptLog } from "./job-payload.store.ts";

/** The screen of the job has all of it; here its end says what went wrong. */
const MAX_LINES = 100;
const MAX_CHARACTERS = 16_000;

/** The end of the log that polls have kept, which is cleaned of secrets before it is stored. */
export const readLogTail = async (
  db: Db,
  { kind, key }: { readonly kind: JobKind; readonly key: string },
): Promise<JobLogTail | null> => {
  if (kind !== "cluster_job") return null;
  const log = await findKeptLog(db, key, MAX_CHARACTERS);
  if (!log) return null;
  const lines = withoutCredentials(withoutAnsi(log.tail)).replace(/\n$/, "").split("\n");
  const shown = lines.slice(-MAX_LINES);
  return {
    lines: shown,
    is_whole: !log.isTruncated && shown.length === lines.length,
    read_at: log.readAt.toISOString(),
  };
};
