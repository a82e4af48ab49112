import { sql } from "kysely";
import {
  configSha256,
  includesAll,
} from "../../../../apps/server/src/features/inference-services/deploys/serve-config.rules.ts";
import { FOREIGN, type HeadState, type JournalEntry } from "../cluster/head-protocol.ts";
import type { Cluster, World } from "../world.ts";
import { checkDeployOrder, type DeployStep } from "./deploy-order.ts";
import { applicationOf, readServed, type ServedRow } from "./served.ts";

const checkForeign = (name: string, { applications, shutdowns }: HeadState): string[] => [
  ...(configSha256(applications[FOREIGN.name] ?? null) === configSha256(FOREIGN)
    ? []
    : [`${name}: the application of others is not what it was`]),
  ...(shutdowns === 0 ? [] : [`${name}: Serve was shut down`]),
];

/** No write may have left it out, also when it came back since. */
const checkCarried = (name: string, journal: readonly JournalEntry[]): string[] => {
  const wanted = configSha256(FOREIGN);
  const isCarried = (entry: JournalEntry): boolean =>
    entry.kind !== "write" || entry.applications.some((application) => configSha256(application) === wanted);
  const without = journal.filter((entry) => !isCarried(entry)).length;
  return without === 0 ? [] : [`${name}: ${without} writes without the application of others`];
};

/** Serve's configuration against our rows: no more, no less, and each as it was deployed last. */
const checkConfigs = (name: string, { applications }: HeadState, rows: readonly ServedRow[]): string[] => {
  const ours = new Map(rows.map((row) => [row.name, row]));
  const unknown = Object.keys(applications).filter((served) => served !== FOREIGN.name && !ours.has(served));
  const wrong = rows.filter((row) => !includesAll(applications[row.name], applicationOf(row.name, row.config)));
  return [
    ...unknown.map((served) => `${name} serves ${served}, which is none of our services`),
    ...wrong.map((row) => `${name}: ${row.name} is not served as it was deployed`),
  ];
};

interface StepRow {
  readonly name: string;
  readonly cluster_id: string;
  readonly number: number;
  readonly kind: string;
  readonly status: string;
  readonly config: ServedRow["config"];
}

const DROPS: ReadonlySet<string> = new Set(["pause", "delete"]);

const readSteps = async ({ db }: World): Promise<StepRow[]> => {
  const { rows } = await sql<StepRow>`select s.name, s.cluster_id, d.number, d.kind, d.status, d.config
    from inference_service_deploy d join inference_service s on s.id = d.service_id
    order by s.name, d.number`.execute(db);
  return rows;
};

const checkOrders = (cluster: Cluster, journal: readonly JournalEntry[], rows: readonly StepRow[]): string[] => {
  const steps = new Map<string, DeployStep[]>();
  for (const { name, cluster_id: clusterId, number, kind, config } of rows) {
    if (clusterId !== cluster.id) continue;
    const sha256 = DROPS.has(kind) ? null : configSha256(applicationOf(name, config));
    steps.set(name, [...(steps.get(name) ?? []), { number, sha256 }]);
  }
  return [...steps].flatMap(([name, own]) => checkDeployOrder(name, own, journal));
};

const findUnended = async ({ db }: World): Promise<string[]> => {
  const { rows } = await sql<{ words: string }>`
    select s.name || ': ' || d.kind || ' ' || d.number || ' ' || d.status as words
    from inference_service_deploy d join inference_service s on s.id = d.service_id
    where d.ended_at is null or (d.status = 'Failed' and coalesce(d.message, '') = '')`.execute(db);
  return rows.map(({ words }) => `not ended, or failed without a reason: ${words}`);
};

export const auditServices = async (world: World): Promise<string[]> => {
  const [rows, steps] = [await readServed(world.db), await readSteps(world)];
  const faults = await findUnended(world);
  for (const cluster of world.clusters) {
    const state = await cluster.head.describe();
    const { name } = cluster.head;
    const own = rows.filter(({ cluster_id: id }) => id === cluster.id);
    const journal = await cluster.head.readJournal();
    faults.push(...checkForeign(name, state), ...checkCarried(name, journal), ...checkConfigs(name, state, own));
    faults.push(...checkOrders(cluster, journal, steps));
  }
  return faults;
};
