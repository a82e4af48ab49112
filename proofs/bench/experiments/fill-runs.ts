import { toChunks } from "../../../apps/server/src/features/experiments/points/chunk.rules.ts";
import { insertChunks } from "../../../apps/server/src/features/experiments/points/chunk.store.ts";
import {
  createServiceSeal,
  provisionServiceCredential,
  type ServiceKey,
} from "../../../apps/server/src/features/service-api/index.ts";
import type { SecretKeys } from "../../../apps/server/src/platform/crypto/secret-keys.ts";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { newId } from "../../../apps/server/src/platform/ids.ts";
import { programContext } from "../../../apps/server/src/request-context.ts";
import { asOwner } from "../../../apps/server/src/testing/template-database.ts";

export interface BenchKey extends ServiceKey {
  readonly credentialId: string;
}

export const aBenchKey = async (db: Db, secretKeys: SecretKeys): Promise<BenchKey> => {
  const deps = { db, seal: createServiceSeal(secretKeys) };
  const made = await provisionServiceCredential(deps, programContext("bench", "bench", new Date()), {
    name: `bench ${newId()}`,
    scopes: ["runs:write"],
  });
  return { keyId: made.credential.key_id, secret: made.secret, credentialId: made.credential.id };
};

const FAST = "set work_mem = '128MB'; set synchronous_commit = off;";

/** Runs of twenty experiments, each with a dozen parameters and three metrics that the list can show. */
export const fillRuns = (ownerUrl: string, credentialId: string, runs: number): Promise<void> =>
  asOwner(
    ownerUrl,
    `${FAST}
    insert into experiment (id, name, runs, created_by, created_at, last_run_at)
      select md5('experiment ' || n)::uuid, 'experiment ' || n, 0, 'bench', now(), now() from generate_series(1, 20) n;
    create temporary table made as
      select (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid as id, n
      from generate_series(1, ${runs}) n, md5('run ' || n) h;
    insert into experiment_run (id, experiment_id, name, status, owner, credential_id, logged_by, request_key, gpus, params,
        tags, notes, started_at, ended_at, created_at)
      select id, md5('experiment ' || (1 + n % 20))::uuid, 'run ' || n, case when n % 9 = 0 then 'Failed' else 'Finished' end,
        'owner ' || n % 50, '${credentialId}', 'service:bench', md5('key ' || n)::uuid, 8,
        jsonb_build_object('lr', (array['1e-4', '3e-4', '1e-3'])[1 + n % 3], 'rank', (n % 5)::text, 'seed', n::text)
          || (select jsonb_object_agg('param_' || p, md5(p || ' ' || n)) from generate_series(1, 9) p),
        jsonb_build_object('team', 'team ' || n % 7), '', now() - n * interval '1 minute', now(), now()
      from made;
    insert into experiment_run_state (run_id, points, metrics, last_logged_at) select id, 300, 3, now() from made;
    insert into experiment_metric (run_id, number, key, batches, points, nan_points, infinite_points, min_value, max_value,
        first_step, last_step, last_value, last_at)
      select id, m, (array['loss', 'grad_norm', 'fvd'])[m], 1, 100, 0, 0, 0, 1, 0, 99, ((n * 7919 + m) % 10000) / 10000.0, now()
      from made, generate_series(1, 3) m;
    insert into experiment_column (experiment_id, kind, key)
      select e.id, k.kind, k.key from experiment e, (values ('metric', 'loss'), ('metric', 'grad_norm'), ('metric', 'fvd'),
        ('param', 'lr'), ('param', 'rank'), ('param', 'seed')) k (kind, key);
    analyze experiment_run, experiment_run_state, experiment_metric, experiment_column`,
  );

const CHUNKS_AT_ONCE = 64;

/** A run with one long curve of noise, one spike and one NaN, in the chunks that merging would have made. */
export const fillCurve = async (db: Db, credentialId: string, points: number, spikeAt: number): Promise<string> => {
  const runId = newId();
  const { id: experimentId } = await db.selectFrom("experiment").select("id").limit(1).executeTakeFirstOrThrow();
  const at = new Date();
  await db
    .insertInto("experiment_run")
    .values({
      id: runId,
      experiment_id: experimentId,
      name: `long ${runId}`,
      status: "Running",
      owner: "bench",
      credential_id: credentialId,
      logged_by: "service:bench",
      request_key: newId(),
      gpus: 8,
      params: "{}",
      tags: "{}",
      notes: "",
      started_at: at,
      created_at: at,
    })
    .execute();
  await db
    .insertInto("experiment_run_state")
    .values({ run_id: runId, points: BigInt(points), metrics: 1, last_logged_at: at })
    .execute();
  await db
    .insertInto("experiment_metric")
    .values({
      run_id: runId,
      number: 1,
      key: "loss",
      batches: Math.ceil(points / 4_096),
      points: BigInt(points),
      nan_points: 1n,
      infinite_points: 0n,
      min_value: -1,
      max_value: 1_000,
      first_step: 0n,
      last_step: BigInt(points - 1),
      last_value: 0,
      last_at: at,
    })
    .execute();
  const size = 4_096 * CHUNKS_AT_ONCE;
  for (let from = 0; from < points; from += size) {
    const length = Math.min(size, points - from);
    const values = Float64Array.from({ length }, (_, index) => Math.sin((from + index) / 1_000) + Math.random() / 10);
    if (spikeAt >= from && spikeAt < from + length) {
      values[spikeAt - from] = 1_000;
      values[(spikeAt + 1 - from) % length] = Number.NaN;
    }
    const chunks = toChunks({
      steps: Float64Array.from({ length }, (_, index) => from + index),
      values,
      times: Float64Array.from({ length }, (_, index) => at.getTime() + from + index),
    });
    const placed = chunks.map((chunk, place) => ({ ...chunk, metric: 1, number: from / 4_096 + place + 1 }));
    await db.transaction().execute((tx) => insertChunks(tx, runId, placed));
  }
  return runId;
};
