import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { openLog } from "../../../../platform/observability/log.ts";
import { programContext } from "../../../../request-context.ts";
import {
  type MlflowAnswer,
  type MlflowServer,
  startMlflowServer,
} from "../../../../testing/outsiders/mlflow-server.ts";
import { testConfig, testDatabase } from "../../../../testing/test-database.ts";
import { createSource } from "../registration/create-source.ts";
import { deleteSource } from "../registration/delete-source.ts";
import { openRunSources } from "../run-sources-deps.ts";
import { claimDueSources } from "./poll.store.ts";
import { pollSource } from "./poll-source.ts";

const database = testDatabase();
const CANARY = "canary-9f31";
const HTML = `<html><script>alert("${CANARY}")</script></html>`;

const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): MlflowAnswer =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

/** Sends until somebody closes the connection. */
const endless: MlflowAnswer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const block = Buffer.alloc(1024 ** 2, " ");
  const send = (): void => {
    if (response.destroyed) return;
    if (response.write(block)) setImmediate(send);
    else response.once("drain", send);
  };
  response.on("error", () => undefined);
  send();
};

const ANSWERS: Readonly<Record<string, MlflowAnswer>> = {
  "a page of HTML": answer(200, HTML, { "content-type": "text/html" }),
  "an error with SQL": answer(500, JSON.stringify({ message: `INSERT INTO runs VALUES ('${CANARY}')` })),
  "truncated JSON": answer(200, `{"runs":[{"info":{"run_id":"${CANARY}`),
  "another shape": answer(200, JSON.stringify({ experiments: CANARY, runs: CANARY, metrics: CANARY })),
  "deep nesting": answer(200, `${"[".repeat(200_000)}"${CANARY}"${"]".repeat(200_000)}`),
  "a redirect to a login": answer(302, HTML, { location: `http://login.test/?token=${CANARY}` }),
  "a compressed bomb": answer(200, gzipSync(Buffer.alloc(60 * 1024 ** 2, "x")), { "content-encoding": "gzip" }),
  "an answer without end": endless,
};

const polledBy = async (mlflow: MlflowServer, times = 1, name = `Source ${newId().slice(-8)}`) => {
  const lines: string[] = [];
  const { log } = openLog({ level: "debug", isBuffered: false, to: { write: (line: string) => lines.push(line) } });
  const { db } = database.current;
  const { secretKeys } = testConfig();
  let now = new Date();
  const clock = () => now;
  const sources = openRunSources({ db, clock, secretKeys, trustedOrigins: [mlflow.url] });
  const context = () => programContext("tester", newId(), now);
  const id = await createSource(sources, context(), {
    input: { name, kind: "MLflow", address: mlflow.url },
    login: { kind: "token", token: `${CANARY}-token` },
    requestKey: newId(),
    isCheckSkipped: true,
  });
  const faults: (string | null)[] = [];
  for (let poll = 0; poll < times; poll += 1) {
    now = new Date(now.getTime() + 600_000);
    const due = await claimDueSources(db, { limit: 10, leaseS: 60, at: now });
    const mine = due.find((source) => source.id === id);
    if (!mine) throw new Error("the source is not due");
    faults.push(await pollSource({ ...sources, log }, mine));
  }
  sources.close();
  const state = await db
    .selectFrom("run_source_state")
    .selectAll()
    .where("source_id", "=", id)
    .executeTakeFirstOrThrow();
  const runs = await db.selectFrom("experiment_run").selectAll().where("source_id", "=", id).orderBy("name").execute();
  // The next server may get the same port.
  await deleteSource(sources, context(), id);
  return { faults, state, runs, lines };
};

describe("a hostile source", () => {
  it.each(Object.entries(ANSWERS))("that answers everything with %s is described in our words", async (_name, bad) => {
    const mlflow = await startMlflowServer();
    mlflow.overrides.set("/api/2.0/", bad);
    const { faults, state, runs, lines } = await polledBy(mlflow).finally(() => mlflow.close());
    expect(faults[0]).toMatch(/^[a-z_]+$/);
    expect([runs, state.failures, state.runs]).toEqual([[], 1, 0]);
    const all = JSON.stringify([state, lines]);
    for (const told of [CANARY, "<script", "INSERT"]) expect(all).not.toContain(told);
  });

  it("that names a next page for ever ends every poll, and its runs are copied once", async () => {
    const mlflow = await startMlflowServer();
    const run = mlflow.add({ run_name: "again" });
    const info = { ...run, artifact_uri: "" };
    const page = { runs: [{ info, data: {}, inputs: {} }], next_page_token: "again" };
    mlflow.overrides.set("/api/2.0/mlflow/runs/search", answer(200, JSON.stringify(page)));
    const experiments = { experiments: mlflow.experiments, next_page_token: "again" };
    mlflow.overrides.set("/api/2.0/mlflow/experiments/search", answer(200, JSON.stringify(experiments)));
    const { faults, runs, state } = await polledBy(mlflow, 3).finally(() => mlflow.close());
    expect(faults).toEqual([null, null, null]);
    expect(runs).toMatchObject([{ name: "again" }]);
    expect(state).toMatchObject({ runs: 1, experiments: 1, experiments_left_out: 1 });
    expect(mlflow.requests.length).toBeLessThan(60);
  });

  it("that writes odd things into a run is stored within our limits", async () => {
    const mlflow = await startMlflowServer();
    mlflow.add({
      run_id: "odd",
      run_name: `${"n".repeat(5_000)}\u0000`,
      user_id: "",
      start_time: 9_007_199_254_740_991,
      params: Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`p${at}`, "v".repeat(9_000)])),
      tags: { "bad\u0000key": "x", url: `https://ana:${CANARY}@git.test/repo`, "mlflow.log-model.history": "x" },
      metrics: {
        "<script>": [{ step: 1, value: 1, timestamp: 1 }],
        "": [{ step: 1, value: 1, timestamp: 1 }],
        ok: [{ step: -5, value: "NaN", timestamp: -1 }],
      },
    });
    mlflow.add({ run_id: "bad') or 1=1 --", run_name: "injected" });
    const { runs } = await polledBy(mlflow, 2).finally(() => mlflow.close());
    expect(runs).toHaveLength(1);
    const [run] = runs;
    expect(run?.name).toHaveLength(200);
    expect(Object.keys(run?.params as object)).toHaveLength(500);
    expect(run?.tags).toEqual({ url: "https://[removed]@git.test/repo" });
    expect(run?.started_at.getTime()).toBeLessThan(Date.now() + 3_600_000);
    const metrics = await database.current.db
      .selectFrom("experiment_metric")
      .select(["key", "last_value"])
      .where("run_id", "=", run?.id ?? "")
      .execute();
    expect(metrics).toEqual([{ key: "ok", last_value: Number.NaN }]);
  });

  it("whose experiment has the name of one of ours gets another name for it", async () => {
    const mlflow = await startMlflowServer();
    mlflow.add({});
    const { db } = database.current;
    const [name, at] = [`Taken ${newId().slice(-8)}`, new Date()];
    const ours = { id: newId(), name: `${name}: lora sweep`, created_by: "ada", created_at: at, last_run_at: at };
    await db.insertInto("experiment").values(ours).execute();
    const { runs } = await polledBy(mlflow, 2, name).finally(() => mlflow.close());
    const id = runs[0]?.experiment_id ?? "";
    const copied = await db.selectFrom("experiment").select("name").where("id", "=", id).executeTakeFirstOrThrow();
    expect(id).not.toBe(ours.id);
    expect(copied.name).toMatch(/: lora sweep [0-9a-f]{8}$/);
  });
});
