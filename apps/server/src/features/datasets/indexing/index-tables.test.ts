import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putFiles } from "../../../testing/builders/a-stored-set.ts";
import { indexToEnd, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { findLivingRun } from "../index-run.store.ts";

const running = runApp();
const rig = runDataRig(running);
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(running.current);
});

const webm = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4]);

const index = async (path: string, kind: string) => {
  const body = { uri: rig.current.uriOf(path), name: `set ${newId()}`, request_key: newId() };
  const { status, body: item } = await owner.post("/api_v1/dataset/create", body);
  expect([status, item]).toMatchObject([200, { kind }]);
  const id = String(item.id);
  const run = await findLivingRun(running.current.db, id);
  expect(await indexToEnd({ ...rig.current, readsMedia: false }, run?.id ?? "")).toBe("published");
  const version = await running.current.db
    .selectFrom("dataset_version")
    .selectAll()
    .where("dataset_id", "=", id)
    .executeTakeFirstOrThrow();
  const ref = { datasetId: id, tableName: version.table_name, tableVersion: Number(version.table_version) };
  const table = await rig.current.itemTables.openAt(ref);
  return { version, table, rows: (await table.query().toArray()).map((row) => row.toJSON()) };
};

const parquet = (from: number, to: number): Uint8Array => {
  const rows = Array.from({ length: to - from }, (_, n) => from + n);
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: "path", data: rows.map((n) => `clips/${n}.webm`), type: "STRING" },
      { name: "text", data: rows.map((n) => `caption ${n}`), type: "STRING" },
      { name: "aesthetic_score", data: rows.map((n) => n / 2), type: "DOUBLE" },
      { name: "is_good", data: rows.map((n) => n % 2 === 0), type: "BOOLEAN" },
      { name: "key", data: rows, type: "INT32" },
    ],
    rowGroupSize: 4,
  });
  return new Uint8Array(buffer);
};

it("the indexer reads Parquet files group by group, and finds the clips that a column names", async () => {
  const { storage, folder } = rig.current;
  await putFiles(storage, `${folder}pq/`, [
    { name: "a.parquet", bytes: parquet(0, 10) },
    { name: "b.parquet", bytes: parquet(10, 13) },
    { name: "c.parquet", bytes: new TextEncoder().encode("PAR1 but not really") },
    { name: "clips/3.webm", bytes: webm },
  ]);
  const { rows, version } = await index("pq/", "Parquet");
  expect(rows).toHaveLength(14);
  expect(rows.slice(0, 13).map(({ caption }) => caption)).toEqual(Array.from({ length: 13 }, (_, n) => `caption ${n}`));
  expect(rows[3]).toMatchObject({
    key: "a.parquet:3",
    key_: 3n,
    aesthetic_score: 1.5,
    is_good: false,
    media_type: "video/webm",
  });
  expect(rows[3]?.object).toBe(`${folder}pq/clips/3.webm`);
  expect(rows[13]?.fault).toBeTypeOf("string");
  const columns = version.columns as unknown as { name: string; role: string | null }[];
  expect(columns.find(({ name }) => name === "aesthetic_score")).toMatchObject({ role: "score" });
});

it("the indexer copies scalars and vectors of a Lance table, and leaves its bytes where they are", async () => {
  const { connect } = await import("@lancedb/lancedb");
  const { catalogue, folder } = rig.current;
  const uri = `s3://${catalogue.bucket}/${folder.slice(0, -1)}/lance`;
  const database = await connect(uri, { storageOptions: catalogue.storageOptions });
  const source = Array.from({ length: 25 }, (_, n) => ({
    id: `clip-${n}`,
    caption: `about ${n}`,
    score: n / 4,
    vector: Array.from({ length: 8 }, (_v, at) => n + at),
    video: Buffer.from([n]),
  }));
  await database.createTable("clips", source);
  const { rows, table } = await index("lance/clips.lance", "Lance");
  expect(rows).toHaveLength(25);
  expect(rows[7]).toMatchObject({ key: "clip-7", caption: "about 7", score: 1.75, ordinal: 7n });
  expect(Object.keys(rows[7] ?? {})).not.toContain("video");
  const near = await table.vectorSearch([20, 21, 22, 23, 24, 25, 26, 27]).column("vector").limit(1).toArray();
  expect(near[0]?.key).toBe("clip-20");
});
