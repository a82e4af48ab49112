import { randomUUID } from "node:crypto";
import type { Curve, ExperimentRun, RunSourceItem } from "@dailies/contract";
import type { Actor } from "../../apps/server/src/actor.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import {
  experimentsHandlers,
  openRunSources,
  runSourcesHandlers,
  startRunSourcePoller,
} from "../../apps/server/src/features/experiments/index.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { engineUnit } from "../../apps/server/src/testing/engines/engine-unit.ts";
import { openMlflow } from "../../apps/server/src/testing/engines/mlflow-engine.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";

/** The console against a real MLflow server: every fact it shows is compared with what was logged there. */
const RUNS = 20;
const POINTS = 2_400;
const BATCH = 800;

const faults: string[] = [];
const beganMs = performance.now();
const say = (words: string): void => {
  process.stdout.write(`${((performance.now() - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${words}\n`);
};
const expect = (what: string, isTrue: boolean, found?: unknown): void => {
  say(`${isTrue ? "ok  " : "FAIL"} ${what}`);
  if (!isTrue) faults.push(`${what}: ${JSON.stringify(found)?.slice(0, 2_000)}`);
};

/** It is stopped at the end also when it was found running. */
const unit = engineUnit("mlflow");
await unit.start();
const mlflow = await openMlflow();
say(`MLflow ${mlflow.version} is up`);
const config = readConfig(testEnvironment());
const { ownerUrl = "", url: appUrl } = config.database;
const name = await createMigratedDatabase({ ownerUrl, appUrl });
const { db, close } = createDatabase({
  url: withDatabase(appUrl, name),
  poolSize: 5,
  applicationName: "dailies-mlflow-proof",
});
const { log } = openLog({ level: "info", isBuffered: false, to: { write: () => true } });
const clock = () => new Date();
const { secretKeys, runSourceOrigins: trustedOrigins } = config;
const sources = openRunSources({ db, clock, secretKeys, trustedOrigins });
const poller = startRunSourcePoller({ ...sources, log, intervalMs: 200 });

/** Access is proven elsewhere, so the handlers are called as an administrator who was let in. */
const actor = {
  userId: randomUUID(),
  username: "admin",
  role: "developer",
  isExternal: false,
  permissions: new Set(["ADMIN_MANAGE_R"]),
} as unknown as Actor;
// The handlers of samples need a storage, and none is called here.
const experiments = experimentsHandlers({ db, clock, sources } as unknown as Parameters<typeof experimentsHandlers>[0]);
const registered = runSourcesHandlers(sources);
const handlers: Readonly<Record<string, unknown>> = { ...experiments, ...registered };
const call = async <T>(handler: string, given: object = {}): Promise<T> => {
  const handle = handlers[handler] as (request: object) => Promise<T>;
  return handle({ actor, context: { actor, requestId: randomUUID(), at: clock() }, ...given });
};
const listRuns = async (query: object = {}): Promise<ExperimentRun[]> =>
  (
    await call<{ items: ExperimentRun[] }>("listRuns", {
      query: { param: ["rank"], metric: ["loss"], limit: 200, ...query },
    })
  ).items;
const curvesOf = async (runId: string, buckets = 100): Promise<Curve | undefined> =>
  (await call<{ items: Curve[] }>("readCurves", { query: { run_id: [runId], metric: "loss", buckets } })).items[0];
const sourceNow = async (): Promise<RunSourceItem | undefined> =>
  (await call<{ items: RunSourceItem[] }>("listRunSources")).items[0];
const sum = (values: readonly number[] = []): number => values.reduce((total, value) => total + value, 0);

const START = Date.now() - 3_600_000;
const logRun = async (experimentId: string, number: number): Promise<string> => {
  const { run } = await mlflow.tell<{ run: { info: { run_id: string } } }>("runs/create", {
    experiment_id: experimentId,
    run_name: `lora-${number}`,
    start_time: START + number * 1_000,
    tags: [{ key: "mlflow.user", value: "ana" }],
  });
  const runId = run.info.run_id;
  const params = [{ key: "rank", value: number % 2 === 0 ? "8" : "16" }];
  await mlflow.tell("runs/log-batch", { run_id: runId, params });
  for (let from = 0; from < POINTS; from += BATCH) {
    const metrics = Array.from({ length: BATCH }, (_, at) => ({
      key: "loss",
      step: from + at,
      timestamp: START + from + at,
      value: valueAt(from + at),
    }));
    await mlflow.tell("runs/log-batch", { run_id: runId, metrics });
  }
  const end = { run_id: runId, end_time: START + 1_800_000 };
  if (number > 0) await mlflow.tell("runs/update", { ...end, status: number === 1 ? "FAILED" : "FINISHED" });
  return runId;
};
/** A spike of one point, a NaN and an infinity. */
const valueAt = (step: number): number | string => {
  if (step === 1_234) return 999;
  if (step === 1_500) return "NaN";
  return step === 1_501 ? "Infinity" : 1 / (step + 1);
};

try {
  const experimentName = `sweep ${randomUUID().slice(0, 8)}`;
  const { experiment_id: experimentId } = await mlflow.tell<{ experiment_id: string }>("experiments/create", {
    name: experimentName,
  });
  const ids: string[] = [];
  for (let number = 0; number < RUNS; number += 1) ids.push(await logRun(experimentId, number));
  say(`${RUNS} runs of ${POINTS} points were logged`);

  await call("createRunSource", {
    body: {
      name: "Real MLflow",
      kind: "MLflow",
      address: mlflow.address,
      request_key: randomUUID(),
      is_check_skipped: false,
    },
  });
  const source = await eventually(async () => {
    const found = await sourceNow();
    return found?.swept_at ? found : undefined;
  }, 30_000);
  expect("the version is known, and all runs were gone through", source.version === mlflow.version, source);
  const [experiment] = (
    await call<{ items: { id: string; name: string; runs: number }[] }>("listExperiments", {
      query: { q: experimentName, limit: 10 },
    })
  ).items;
  expect("the experiment has its runs", experiment?.runs === RUNS, experiment);
  const runs = await listRuns({ experiment_id: experiment?.id });
  expect(
    "all runs are listed, the newest first, with owner, parameters and last values",
    runs.length === RUNS &&
      runs.every((run, at) => run.name === `lora-${RUNS - 1 - at}` && run.owner === "ana") &&
      runs.every(({ metrics }) => metrics.loss?.step === POINTS - 1 && metrics.loss.value === 1 / POINTS),
    runs[0],
  );
  const wide = await listRuns({ experiment_id: experiment?.id, filter: "params.rank = 16 and status = 'Finished'" });
  expect("the filter of the console finds those of them that match", wide.length === RUNS / 2 - 1, wide.length);
  const theirs = await mlflow.tell<{ runs: { info: { run_id: string } }[] }>("runs/search", {
    experiment_ids: [experimentId],
    max_results: 100,
    filter: "params.rank = '16' and attributes.status = 'FINISHED'",
  });
  expect(
    "which are those that MLflow itself finds",
    JSON.stringify(theirs.runs.map(({ info }) => info.run_id).sort()) ===
      JSON.stringify(wide.map((run) => run.source?.run_id).sort()),
    theirs.runs.length,
  );

  const [newest] = runs;
  const beforeMs = performance.now();
  const curve = await curvesOf(newest?.id ?? "");
  say(`a curve was fetched in ${(performance.now() - beforeMs).toFixed(0)} ms`);
  expect(
    "a curve in 100 buckets keeps the spike, the NaN and the infinity",
    curve?.points === POINTS &&
      Math.max(...curve.max.map(Number)) === 999 &&
      sum(curve.nan) === 1 &&
      sum(curve.infinite) === 1,
    curve,
  );
  const shown = runs.map(({ id }) => id);
  const small = await call<{ items: { min: unknown[] }[] }>("readSparklines", {
    query: { run_id: shown, metric: "loss" },
  });
  expect(
    "every run has a small picture of its course",
    small.items.length === RUNS && small.items.every(({ min }) => min.length > 10),
    small.items.length,
  );

  const live = runs.at(-1);
  expect("a run that has not ended is shown as running", live?.status === "Running", live);
  const more = [{ key: "loss", step: POINTS, timestamp: Date.now(), value: 0.5 }];
  await mlflow.tell("runs/log-batch", { run_id: ids[0], metrics: more });
  await mlflow.tell("runs/update", { run_id: ids[0], status: "FINISHED", end_time: Date.now() });
  await mlflow.tell("runs/delete", { run_id: ids[2] });
  const ended = await eventually(async () => {
    const found = (await listRuns({ experiment_id: experiment?.id })).find(({ id }) => id === live?.id);
    return found?.status === "Finished" ? found : undefined;
  }, 40_000);
  expect("its end and its last point follow", ended.metrics.loss?.value === 0.5, ended);
  const removed = await eventually(async () => {
    const found = (await listRuns({ experiment_id: experiment?.id })).find((run) => run.source?.run_id === ids[2]);
    return found?.source?.gone_at ? found : undefined;
  }, 40_000);
  expect("a run that was deleted there stays, and is marked", removed.name === "lora-2", removed);

  await unit.kill();
  say("the server was killed");
  const down = await eventually(async () => {
    const found = await sourceNow();
    return found?.status === "Unreachable" ? found : undefined;
  }, 60_000);
  expect(
    "the killed server is unreachable, with a reason and the time of its last answer",
    down.seen_at !== null,
    down,
  );
  const kept = await listRuns({ experiment_id: experiment?.id });
  expect("its runs are listed as they were", kept.length === RUNS && kept.every((run) => run.source !== null));
  const old = await curvesOf(newest?.id ?? "");
  expect("a curve that was fetched before is still shown", old?.points === POINTS, old?.source);
  const never = await curvesOf(runs[1]?.id ?? "");
  expect(
    "one that never was says why it is missing",
    never?.points === 0 && never.source?.fault !== null,
    never?.source,
  );
  await unit.tell("up");
  await call("checkRunSource", { params: { id: down.id } });
  const back = await eventually(async () => {
    const found = await sourceNow();
    return found?.status === "Reachable" ? found : undefined;
  }, 30_000);
  expect("it is read again once it is back", back.failures === 0, back);
} catch (error) {
  faults.push(String(error));
} finally {
  await poller.stop();
  sources.close();
  await close();
  await dropDatabase(ownerUrl, name);
  await unit.tell("stop");
}
say(faults.length === 0 ? "mlflow: ok" : `mlflow: ${faults.length} FAILED\n${faults.join("\n")}`);
process.exitCode = faults.length === 0 ? 0 : 1;
