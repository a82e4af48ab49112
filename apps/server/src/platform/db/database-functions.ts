// Applies the files of db/functions: each one again when its content changes, all in one transaction, so that the database
// has either every function of this version or every function of the previous one.
import { type Client, escapeIdentifier } from "pg";
import type { DeclaredFunction, FunctionFile } from "./schema-files.ts";
import { inSchemaTransaction, type LockPatience, MigrationError } from "./schema-transaction.ts";

interface RecordedFunction extends DeclaredFunction {
  readonly file: string;
  readonly file_sha256: string;
}

export interface ChangedFunction {
  readonly name: string;
  readonly file: string;
  readonly change: "changed" | "missing";
}

export interface ApplyFunctionsOptions extends LockPatience {
  /** Also reapplies files whose functions were changed or dropped by hand. */
  readonly restore?: boolean;
}

export const prepareFunctionTable = async (client: Client, appRole: string): Promise<void> => {
  const role = escapeIdentifier(appRole);
  await client.query(`
    create table if not exists schema_function (
      name text primary key,
      -- As written in the file: a function whose signature differs is dropped and created, all others are replaced.
      signature text not null,
      file text not null,
      file_sha256 text not null,
      -- Of pg_get_functiondef when it was applied: differs when somebody changed the function by hand.
      definition_sha256 text not null,
      applied_at timestamptz not null default now()
    );
    revoke all on schema_function from ${role};
    grant select on schema_function to ${role};
  `);
};

/** Returns the names of the applied files. */
export const applyFunctions = (
  client: Client,
  files: readonly FunctionFile[],
  options: ApplyFunctionsOptions,
): Promise<string[]> =>
  inSchemaTransaction(client, "functions", options, async () => {
    const { rows: recorded } = await client.query<RecordedFunction>(
      "select name, signature, file, file_sha256 from schema_function",
    );
    const changedByHand = options.restore ? await listChangedFunctions(client) : [];
    const pending = files.filter(
      (file) => !isApplied(file, recorded) || changedByHand.some((changed) => changed.file === file.name),
    );
    await dropOtherSignatures(client, pending, recorded);
    for (const file of pending) {
      await client.query(file.sql);
      await record(client, file);
      options.log.info({ file: file.name }, "applied database functions");
    }
    await dropRemoved(client, files, recorded, options);
    return pending.map((file) => file.name);
  });

/** Functions whose definition in the database differs from the applied one. */
export const listChangedFunctions = async (client: Client): Promise<ChangedFunction[]> => {
  await pinSearchPath(client);
  const { rows } = await client.query<ChangedFunction>(`
    select f.name, f.file, case when p.oid is null then 'missing' else 'changed' end as change
      from schema_function f
      left join pg_proc p on p.proname = f.name and p.pronamespace = 'public'::regnamespace
      where p.oid is null or encode(sha256(convert_to(pg_get_functiondef(p.oid), 'UTF8')), 'hex') <> f.definition_sha256
      order by f.name, change`);
  return rows;
};

const isApplied = (file: FunctionFile, recorded: readonly RecordedFunction[]): boolean =>
  file.functions.every(({ name }) =>
    recorded.some((row) => row.name === name && row.file === file.name && row.file_sha256 === file.sha256),
  );

/**
 * `create or replace` cannot change argument names, defaults or results, and other argument types would create a second
 * function. Released processes still call the old signature; checks/rules/database-functions.ts prevents a release from
 * getting here.
 */
const dropOtherSignatures = async (
  client: Client,
  pending: readonly FunctionFile[],
  recorded: readonly RecordedFunction[],
): Promise<void> => {
  for (const { name, signature } of pending.flatMap((file) => file.functions)) {
    const before = recorded.find((row) => row.name === name);
    if (before && before.signature !== signature) await dropFunction(client, name);
  }
};

const dropRemoved = async (
  client: Client,
  files: readonly FunctionFile[],
  recorded: readonly RecordedFunction[],
  { log }: LockPatience,
): Promise<void> => {
  const kept = new Set(files.flatMap((file) => file.functions.map(({ name }) => name)));
  for (const { name, file } of recorded) {
    if (kept.has(name)) continue;
    await dropFunction(client, name);
    await client.query("delete from schema_function where name = $1", [name]);
    log.warn({ function: name, file }, "dropped a database function that is in no file any more");
  }
};

/** Fails when a trigger, a view or another function depends on it. */
const dropFunction = async (client: Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ signature: string }>(
    "select oid::regprocedure::text as signature from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace",
    [name],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
};

const record = async (client: Client, file: FunctionFile): Promise<void> => {
  await pinSearchPath(client);
  for (const { name, signature } of file.functions) {
    const { rows } = await client.query<{ sha256: string }>(
      `select encode(sha256(convert_to(pg_get_functiondef(oid), 'UTF8')), 'hex') as sha256
        from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace`,
      [name],
    );
    if (rows.length !== 1) throw new MigrationError(`${file.name}: ${rows.length} functions are called ${name}`);
    await client.query(
      `insert into schema_function (name, signature, file, file_sha256, definition_sha256) values ($1, $2, $3, $4, $5)
        on conflict (name) do update set signature = excluded.signature, file = excluded.file,
          file_sha256 = excluded.file_sha256, definition_sha256 = excluded.definition_sha256, applied_at = now()`,
      [name, signature, file.name, file.sha256, rows[0]?.sha256],
    );
  }
};

/** pg_get_functiondef qualifies every type that is not on the search path. */
const pinSearchPath = async (client: Client): Promise<void> => {
  await client.query("set search_path to public");
};
