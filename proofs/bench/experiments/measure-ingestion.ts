import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { signRequest } from "../../../apps/server/src/features/service-api/index.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { newId } from "../../../apps/server/src/platform/ids.ts";
import { copyRows } from "../../../apps/server/src/testing/copy-rows.ts";
import { openLine } from "../ledger/http-line.ts";
import type { BenchKey } from "./fill-runs.ts";

export interface IngestionExtent {
  readonly batches: number;
  readonly metrics: number;
  readonly pointsOfMetric: number;
}

export interface Ingestion {
  readonly pointsPerS: number;
  /** Of bare COPY of the rows that the API stored, into the same table. */
  readonly ofCopy: number;
  /** Of bare COPY of the same points as one row each, into a table with a key. */
  readonly ofPointRows: number;
}

const batchOf = ({ metrics, pointsOfMetric }: IngestionExtent, batch: number) => ({
  batch_key: randomUUID(),
  metrics: Array.from({ length: metrics }, (_, metric) => ({
    key: `metric_${metric}`,
    steps: Array.from({ length: pointsOfMetric }, (__, at) => batch * pointsOfMetric + at),
    values: Array.from({ length: pointsOfMetric }, () => Math.random()),
    times: Array.from({ length: pointsOfMetric }, (__, at) => 1_794_000_000_000 + (batch * pointsOfMetric + at) * 250),
  })),
});

const logThroughApi = async (
  port: number,
  key: BenchKey,
  bodies: readonly string[],
): Promise<{ runId: string; ms: number }> => {
  const line = await openLine(port);
  const post = async (path: string, body: string): Promise<string> => {
    const answer = await line.ask("POST", path, signRequest(key, { method: "POST", path, body }), body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return answer.body;
  };
  try {
    const run = { request_key: randomUUID(), experiment: "ingestion", name: "ingestion" };
    const { id } = JSON.parse(await post("/api_v1/service/run/create", JSON.stringify(run))) as { id: string };
    const startedMs = performance.now();
    for (const body of bodies) await post(`/api_v1/service/run/log/${id}`, body);
    return { runId: id, ms: performance.now() - startedMs };
  } finally {
    line.close();
  }
};

/** The rows of the run in the text format of COPY, as if they were those of another run, in as many parts as batches. */
const storedRows = async (appUrl: string, runId: string, parts: number): Promise<Buffer[]> => {
  const { db, close } = createDatabase({ url: appUrl, poolSize: 1, applicationName: "dailies-bench" });
  const copyId = newId();
  const { rows } = await sql<{ line: string }>`
    select concat_ws(E'\t', ${copyId}::text, metric, number, tier, first_step, last_step, points, nan_points, infinite_points,
      coalesce(min_value::text, '\\N'), coalesce(max_value::text, '\\N'), sum_value, last_value, last_at,
      coalesce('\\\\x' || encode(summaries, 'hex'), '\\N'), '\\\\x' || encode(payload, 'hex')) as line
    from experiment_chunk where run_id = ${runId}`.execute(db);
  await close();
  const size = Math.ceil(rows.length / parts);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    Buffer.from(
      rows
        .slice(part * size, (part + 1) * size)
        .map(({ line }) => `${line}\n`)
        .join(""),
    ),
  );
};

/** One row a point, as a plain table would have them. */
const pointRows = (bodies: readonly string[]): Buffer[] =>
  bodies.map((body) => {
    const { metrics } = JSON.parse(body) as ReturnType<typeof batchOf>;
    const lines = metrics.flatMap(({ steps, values, times }, metric) =>
      steps.map((step, at) => `${metric}\t${step}\t${values[at]}\t${times[at]}\n`),
    );
    return Buffer.from(lines.join(""));
  });

const withPointTable = async (ownerUrl: string, act: () => Promise<number>): Promise<number> => {
  const { db, close } = createDatabase({ url: ownerUrl, poolSize: 1, applicationName: "dailies-bench" });
  try {
    await sql`create table bench_point (metric smallint not null, step bigint not null, value float8 not null,
      at bigint not null, primary key (metric, step))`.execute(db);
    const ms = await act();
    await sql`drop table bench_point`.execute(db);
    return ms;
  } finally {
    await close();
  }
};

/** A program that logs batches one after the other, against COPY of what it stored. */
export const measureIngestion = async (
  urls: { readonly appUrl: string; readonly ownerUrl: string },
  port: number,
  key: BenchKey,
  extent: IngestionExtent,
): Promise<Ingestion> => {
  const bodies = Array.from({ length: extent.batches }, (_, batch) => JSON.stringify(batchOf(extent, batch)));
  await logThroughApi(
    port,
    key,
    bodies.slice(0, 5).map((body) => body),
  );
  const { runId, ms } = await logThroughApi(port, key, bodies);
  const copyMs = await copyRows(
    urls.ownerUrl,
    "copy experiment_chunk from stdin",
    await storedRows(urls.appUrl, runId, extent.batches),
  );
  const pointMs = await withPointTable(urls.ownerUrl, () =>
    copyRows(urls.ownerUrl, "copy bench_point (metric, step, value, at) from stdin", pointRows(bodies)),
  );
  const points = extent.batches * extent.metrics * extent.pointsOfMetric;
  return { pointsPerS: (points / ms) * 1_000, ofCopy: copyMs / ms, ofPointRows: pointMs / ms };
};
