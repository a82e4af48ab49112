import { sql } from "kysely";
import { readServed } from "../audit/served.ts";
import type { World } from "../world.ts";

interface PolledCluster {
  readonly name: string;
  readonly fault: string | null;
  readonly is_jobs_fresh: boolean;
  readonly is_serve_fresh: boolean;
}

/** Clusters whose jobs and whose Serve were not read without a fault since then. */
export const findUnhealedPolls = async ({ db }: World, since: Date): Promise<string[]> => {
  const { rows } = await sql<PolledCluster>`
    select c.name, coalesce(p.fault, p.jobs_fault, v.fault) as fault,
      coalesce(p.jobs_at > ${since}, false) as is_jobs_fresh, coalesce(v.read_at > ${since}, false) as is_serve_fresh
    from cluster c join cluster_state p on p.cluster_id = c.id left join cluster_serve v on v.cluster_id = c.id
    where c.deleted_at is null`.execute(db);
  return rows.flatMap(({ name, fault, is_jobs_fresh: isJobsFresh, is_serve_fresh: isServeFresh }) => [
    ...(fault === null ? [] : [`${name} is at fault: ${fault}`]),
    ...(isJobsFresh ? [] : [`the jobs of ${name} are old`]),
    ...(isServeFresh ? [] : [`Serve of ${name} was not read`]),
  ]);
};

const findOpenDeploys = async ({ db }: World, since: Date): Promise<string[]> => {
  const { rows } = await sql<{ words: string }>`
    select s.name || ': ' || d.kind || ' ' || d.number || ' is ' || d.status as words
    from inference_service_deploy d join inference_service s on s.id = d.service_id
    where d.ended_at is null and (d.created_at < ${since} or d.kind = 'restore')`.execute(db);
  return rows.map(({ words }) => words);
};

/** Deploys from before that have not ended, and services whose application a cluster does not have. */
export const findUnhealedServices = async (world: World, since: Date): Promise<string[]> => {
  const before = await readServed(world.db);
  const missing: string[] = [];
  for (const { id, head } of world.clusters) {
    const { applications } = await head.describe();
    missing.push(
      ...before
        .filter(({ cluster_id: clusterId, name }) => clusterId === id && applications[name] === undefined)
        .map(({ name }) => name),
    );
  }
  // Services that were changed meanwhile prove nothing.
  const after = new Map((await readServed(world.db)).map((service) => [service.name, service.deploy_number]));
  const lost = before.filter(({ name, deploy_number: number }) => missing.includes(name) && after.get(name) === number);
  return [...(await findOpenDeploys(world, since)), ...lost.map(({ name }) => `${name} is not served`)];
};

interface EndpointRow {
  readonly name: string;
  readonly fault: string | null;
}

/** Endpoints that were not found healthy, or not asked for longer than the goal of healing. */
export const findUnhealedEndpoints = async ({ db }: World): Promise<string[]> => {
  const { rows } = await sql<EndpointRow>`
    select s.name, x.fault from inference_service s join inference_service_state x on x.service_id = s.id
    where s.kind = 'HTTP endpoint' and s.deleted_at is null
      and (x.fault is not null or coalesce(x.tried_at <= now() - interval '60 seconds', true))`.execute(db);
  return rows.map(({ name, fault }) => `${name} was not found healthy: ${fault ?? "not asked"}`);
};
