import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles } from "../repository.ts";
import { readSchemaReach, type SchemaReach } from "./schema-reach.ts";

const DB = "apps/server/db";
const FILES: Readonly<Record<string, string>> = {
  [`${DB}/migrations/1-orders.sql`]: `
    -- A table; with a semicolon in its comment.
    create table orders (id uuid primary key, note text default 'a; b', state text);
    create index orders_by_state on orders (state);`,
  [`${DB}/migrations/2-clips.sql`]: "create table clips (id uuid primary key);",
  [`${DB}/migrations/3-refunds.sql`]: "create table refunds (id uuid primary key);",
  [`${DB}/migrations/4-parts.sql`]: `create table parts (id uuid) partition by hash (id);
    create table parts_0 partition of parts for values with (modulus 2, remainder 0);`,
  [`${DB}/migrations/5-extension.sql`]: "create extension if not exists pg_trgm;",
  [`${DB}/functions/shop/pay.sql`]: `create or replace function pay(wanted uuid) returns void language plpgsql as $$
    begin
      update orders set state = 'paid; done' where id = wanted;
      perform refund(wanted);
    end $$;
    revoke execute on function pay from public;`,
  [`${DB}/functions/shop/refund.sql`]: `create or replace function refund(wanted uuid) returns void language sql as $$
    insert into refunds values (wanted) $$;`,
  [`${DB}/functions/shop/keep.sql`]: `create or replace function keep_row() returns trigger language plpgsql as $$
    begin execute format('select describe_%s($1)', tg_table_name) using new; return new; end $$;
    create or replace trigger clips_are_kept after insert on clips for each row execute function keep_row();`,
  [`${DB}/functions/shop/describe.sql`]: `create or replace function describe_clips(source clips) returns text language sql
    as $$ select 'a clip' $$;`,
  [`${DB}/functions/shop/nobody.sql`]: `create or replace function made_up() returns text language sql
    as $$ select 'called by a name that is put together' $$;`,
  "apps/server/src/pay.store.ts": "export const PAY = sql`select pay($1)`;\n",
  "apps/server/src/clip.store.ts": 'export const clips = (db) => db.selectFrom("clips");\n',
  "apps/server/src/part.store.ts": 'export const parts = (db) => db.selectFrom("parts");\n',
};

describe("the reach of the schema", () => {
  let root = "";
  let reach: SchemaReach;

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), "dailies-schema-"));
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    reach = readSchemaReach(listFiles(root), root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const concerned = (file: string): string[] =>
    ["pay", "clip", "part"].filter((name) =>
      reach.concerns(`${DB}/${file}`, new Set([`apps/server/src/${name}.store.ts`])),
    );

  it("includes the functions that code calls, and the tables and functions that they use", () => {
    expect(concerned("functions/shop/pay.sql")).toEqual(["pay"]);
    expect(concerned("functions/shop/refund.sql")).toEqual(["pay"]);
    expect(concerned("migrations/1-orders.sql")).toEqual(["pay"]);
    expect(concerned("migrations/3-refunds.sql")).toEqual(["pay"]);
  });

  it("includes the triggers of a table, and functions that take a row of it", () => {
    expect(concerned("migrations/2-clips.sql")).toEqual(["clip"]);
    expect(concerned("functions/shop/keep.sql")).toEqual(["clip"]);
    expect(concerned("functions/shop/describe.sql")).toEqual(["clip"]);
  });

  it("includes the partitions of a table", () => {
    expect(concerned("migrations/4-parts.sql")).toEqual(["part"]);
  });

  it("is everything for an extension, a function that nothing names, and a file that is gone", () => {
    for (const file of ["migrations/5-extension.sql", "functions/shop/nobody.sql", "migrations/0-gone.sql"]) {
      expect(concerned(file), file).toEqual(["pay", "clip", "part"]);
    }
  });
});
