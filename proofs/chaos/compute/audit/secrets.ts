import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { CLUSTER_CANARY } from "../cluster/head-protocol.ts";
import { SECRET_CANARY } from "../load/secret-canary.ts";
import type { World } from "../world.ts";

/** Everything that is kept of clusters, jobs and services. */
const TABLES = [
  "processing_run",
  "processing_attempt",
  "cluster",
  "cluster_state",
  "cluster_job",
  "cluster_job_log",
  "cluster_serve",
  "inference_service",
  "inference_service_state",
  "inference_service_deploy",
  "outbox",
  "operation",
];

/** Secrets of clusters and services may be in no log and no table. */
export const auditSecrets = async ({ db, clusters, logFiles }: World): Promise<string[]> => {
  const secrets = [SECRET_CANARY, CLUSTER_CANARY, ...clusters.map(({ head }) => head.token)];
  const faults: string[] = [];
  for (const file of logFiles) {
    const text = await readFile(file, "utf8");
    for (const secret of secrets.filter((each) => text.includes(each))) faults.push(`${secret} is in ${file}`);
  }
  for (const table of TABLES) {
    for (const secret of secrets) {
      const { rows } =
        await sql`select 1 from ${sql.table(table)} t where t::text like ${`%${secret}%`} limit 1`.execute(db);
      if (rows.length > 0) faults.push(`${secret} is in the table ${table}`);
    }
  }
  return faults;
};

/** Lines of the level at which an operator should act, by message. */
export const countErrors = async ({ logFiles }: World): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const file of logFiles) {
    for (const line of (await readFile(file, "utf8")).split("\n")) {
      if (!line.includes('"level":"error"')) continue;
      const message = /"msg":"([^"]{0,100})/.exec(line)?.[1] ?? "without a message";
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
  }
  return counts;
};
