import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { totpSecrets } from "./features/auth/index.ts";
import { clusterTokens } from "./features/clusters/index.ts";
import { runSourceLogins } from "./features/experiments/index.ts";
import { inferenceSecrets } from "./features/inference-services/index.ts";
import { performerSecrets } from "./features/performers/index.ts";
import { serviceSecrets } from "./features/service-api/index.ts";
import { sensitiveValues } from "./features/settings/index.ts";
import { storageSecrets } from "./features/storage/index.ts";
import { createSeal } from "./platform/crypto/seal.ts";
import type { SealedColumn } from "./platform/crypto/sealed-column.ts";
import { type SecretKeys, secretKeysOf } from "./platform/crypto/secret-keys.ts";
import { newId } from "./platform/ids.ts";
import { programContext } from "./request-context.ts";
import { listKeyUses, logMissingKeys, rotateKeys, SEALED_COLUMNS } from "./rotate-keys.ts";
import { captureLog } from "./testing/captured-log.ts";
import { testDatabase } from "./testing/test-database.ts";

const database = testDatabase();
const [former, next] = [randomBytes(32), randomBytes(32)];
/** The three configurations of a rotation, in order, and each key alone. */
const announced = secretKeysOf(former, [next]);
const switched = secretKeysOf(next, [former]);
const [onlyFormer, onlyNext] = [secretKeysOf(former), secretKeysOf(next)];
const context = programContext("test", "test", new Date());

const ORIGIN = "https://models.example";
const at = new Date();
const KEPT = { revision: 1, created_at: at, updated_at: at, created_by: "ada" };

type Columns = Readonly<Record<string, unknown>>;

/** The columns that a row of each table needs besides its encrypted value, and what it belongs to. */
const rowsOf = (id: string): readonly { column: SealedColumn; row: Columns; parent?: readonly [string, Columns] }[] => [
  {
    column: performerSecrets,
    row: {
      ...KEPT,
      id,
      name: id,
      kind: "model",
      adapter: "http",
      endpoint: ORIGIN,
      model: "m",
      version: "1",
      adapter_config: "{}",
      input_schema: "{}",
      capabilities: [],
      concurrency: 1,
      timeout_s: 1,
      is_enabled: true,
      shared_with_internal: true,
      secret_origin: ORIGIN,
    },
  },
  {
    column: clusterTokens,
    row: { ...KEPT, id, name: id, kind: "Ray", address: `${ORIGIN}/${id}`, token_origin: ORIGIN, request_key: id },
  },
  {
    column: storageSecrets,
    row: {
      ...KEPT,
      id,
      name: id,
      region: "us-east-1",
      bucket: id,
      prefix: "",
      is_path_style: true,
      secret_origin: ORIGIN,
      request_key: id,
    },
  },
  {
    column: runSourceLogins,
    row: {
      ...KEPT,
      id,
      name: id,
      kind: "MLflow",
      address: `${ORIGIN}/${id}`,
      login_kind: "token",
      login_origin: ORIGIN,
      request_key: id,
    },
  },
  { column: inferenceSecrets, row: { id, owner_id: newId(), name: id, updated_at: at } },
  {
    column: serviceSecrets,
    row: { credential_id: id, version: 1, created_at: at },
    parent: [
      "service_credential",
      {
        id,
        key_id: `dk_${id.replaceAll("-", "").slice(-20)}`,
        name: id,
        scopes: ["runs:write"],
        created_by: "ada",
        created_at: at,
      },
    ],
  },
  {
    column: totpSecrets,
    row: { user_id: id, created_at: at },
    parent: ["console_user", { id, username: id, email: `${id}@example.com`, realname: id, user_role: "partner" }],
  },
  {
    column: sensitiveValues,
    row: { key: `vault.k${id}`, version: 1, schema: "{}", created_at: at, created_by: "ada" },
    parent: [
      "config_item",
      { key: `vault.k${id}`, is_sensitive: true, version: 1, value_version: 1, updated_at: at, updated_by: "ada" },
    ],
  },
];

const insert = (table: string, row: Columns) => database.current.db.insertInto(table as "cluster").values(row as never);

const aboutOf = ({ boundTo }: SealedColumn, row: Columns): string[] => boundTo.map((name) => String(row[name]));

interface Stored {
  readonly column: SealedColumn;
  readonly about: readonly string[];
  readonly text: string;
}

/** One row with an encrypted value in every table. */
const fill = async (keys: SecretKeys): Promise<Stored[]> => {
  const stored: Stored[] = [];
  for (const { column, row, parent } of rowsOf(newId())) {
    if (parent) await insert(...parent).execute();
    const about = aboutOf(column, row);
    const text = `canary ${newId()}`;
    const sealed = createSeal(keys, column.purpose).seal(text, about);
    await insert(column.table, { ...row, [column.column]: sealed }).execute();
    stored.push({ column, about, text });
  }
  return stored;
};

const rowIs = ({ boundTo }: SealedColumn, about: readonly string[]) =>
  sql.join(
    boundTo.map((name, index) => sql`${sql.ref(name)}::text = ${about[index]}`),
    sql` and `,
  );

const read = async (keys: SecretKeys, { column, about }: Pick<Stored, "column" | "about">): Promise<string> => {
  const { rows } = await sql<{ sealed: Buffer }>`
    select ${sql.ref(column.column)} as sealed from ${sql.table(column.table)} where ${rowIs(column, about)}`.execute(
    database.current.db,
  );
  return createSeal(keys, column.purpose).open(rows[0]?.sealed ?? Buffer.alloc(0), about);
};

const write = async (keys: SecretKeys, { column, about, text }: Stored): Promise<void> => {
  const sealed = createSeal(keys, column.purpose).seal(text, about);
  await sql`update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${sealed}
    where ${rowIs(column, about)}`.execute(database.current.db);
};

describe("rotating the secret key", () => {
  it("knows every column of the database that holds encrypted values", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like 'sealed%'`.execute(
      database.current.db,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it("encrypts every value anew while twenty writers go on, after which the former key opens nothing", async () => {
    const { db } = database.current;
    const stored = await fill(onlyFormer);
    let isOver = false;
    let writes = 0;
    // Half of the processes have not restarted with the new key yet, when the rotation begins.
    const writer = async (index: number): Promise<void> => {
      const mine = await fill(announced);
      for (let round = 0; !isOver || round < 3; round++) {
        const keys = isOver || index % 2 === 0 ? switched : announced;
        const at = mine[round % mine.length];
        if (!at) throw new Error("a writer has nothing to write");
        expect(await read(keys, at)).toBe(at.text);
        const changed = { ...at, text: `canary ${newId()}` };
        await write(keys, changed);
        mine[round % mine.length] = changed;
        writes += 1;
      }
      stored.push(...mine);
    };
    const writers = Array.from({ length: 20 }, (_, index) => writer(index));
    for (let times = 0; times < 5; times++) {
      expect(await rotateKeys(db, switched, context)).toMatchObject({ unreadable: 0 });
    }
    isOver = true;
    await Promise.all(writers);
    await rotateKeys(db, switched, context);
    expect(writes).toBeGreaterThan(60);

    expect(await listKeyUses(db, onlyNext)).toMatchObject([{ state: "current", values: stored.length }]);
    for (const value of stored) {
      expect(await read(onlyNext, value)).toBe(value.text);
      await expect(read(onlyFormer, value)).rejects.toThrow("which is not configured");
    }
    const { op_type, meta } = await db
      .selectFrom("operation")
      .select(["op_type", "meta"])
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(op_type).toBe("Rotate_secret_key");
    expect(JSON.stringify(meta)).toContain(`"key_id":"${onlyNext.current.id}"`);
  });

  it("names the values whose key is not configured, and leaves them as they are", async () => {
    const { db } = database.current;
    const lost = secretKeysOf(randomBytes(32));
    const stored = await fill(lost);
    expect(await listKeyUses(db, onlyNext)).toContainEqual(
      expect.objectContaining({ id: lost.current.id, state: "missing", values: SEALED_COLUMNS.length }),
    );
    const { log, lines } = captureLog();
    await logMissingKeys(db, onlyNext, log);
    expect(lines.join("")).toContain(lost.current.id);
    expect(await rotateKeys(db, onlyNext, context)).toEqual({ resealed: 0, unreadable: SEALED_COLUMNS.length });
    for (const value of stored) expect(await read(lost, value)).toBe(value.text);
  });
});
