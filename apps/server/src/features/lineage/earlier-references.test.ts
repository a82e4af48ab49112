import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const MIGRATION = new URL("../../../db/migrations/2026-11-19T0310-lineage.sql", import.meta.url);
const running = runApp();
const data = runDataRig(running);
let origin: PackageOrigin;

/** The statement of the migration that begins with these words. */
const again = async (words: string): Promise<void> => {
  const text = readFileSync(MIGRATION, "utf8");
  const from = text.indexOf(words);
  await sql.raw(text.slice(from, text.indexOf(";", from))).execute(running.current.db);
};

beforeAll(async () => {
  const owner = await aCaller(running.current);
  origin = await aPackageOrigin(data.current, owner.id);
});

describe("the migration", () => {
  it("links views with the labels that they filter or sort by, and not with those that a text in quotes names", async () => {
    const { db } = running.current;
    const { datasetId, version, ownerId } = origin;
    const setId = newId();
    await sql`insert into dataset_column_set (id, dataset_id, version, name, columns, task_id, task_name, answers, as_of,
        status, request_key, created_by, created_at, finished_at)
      values (${setId}, ${datasetId}, ${version}, 'human', '[{"name": "human.decision"}, {"name": "human.labels"}]',
        ${newId()}, 'task', 'raw', now(), 'Finished', ${newId()}, ${ownerId}, now(), now())`.execute(db);
    const save = async (
      name: string,
      more: { where?: string; filters?: object[]; orderBy?: string },
    ): Promise<void> => {
      const query = { where: more.where ?? "", filters: more.filters ?? [], q: "" };
      await sql`insert into dataset_view (id, dataset_id, name, version, query, order_by, seed, items, request_key, created_by,
          created_at)
        values (${newId()}, ${datasetId}, ${name}, ${version}, ${JSON.stringify(query)}, ${more.orderBy ?? ""}, 0, 1,
          ${newId()}, ${ownerId}, now())`.execute(db);
    };
    await save("a condition", { where: "seen > 1 and (human.decision='drop')" });
    await save("a quoted name", { where: `"human.labels" = 1` });
    await save("a filter", { filters: [{ field: "human.decision", op: "eq", value: "keep" }] });
    await save("an order", { orderBy: "-human.labels" });
    await save("only a text", { where: "caption contains 'it''s human.decision'" });
    await save("another column", { where: "human.decision2 = 1 or inhuman.labels = 2" });
    await again("insert into dataset_view_column_set");
    const { rows } = await sql<{ name: string }>`select v.name from dataset_view_column_set l
      join dataset_view v on v.id = l.view_id where l.set_id = ${setId} order by v.name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(["a condition", "a filter", "a quoted name", "an order"]);
  });

  it("links datasets with the package in whose folder they lie", async () => {
    const { db } = running.current;
    const made = await aPackage(data.current, origin);
    const other = await aPackageOrigin(data.current, origin.ownerId);
    const uri = `s3://datasets/${made.folder.slice(0, -1)}`;
    await sql`update dataset set uri = ${uri} where id = ${origin.datasetId}`.execute(db);
    await again("update dataset d set package_id");
    const { rows } = await sql<{ id: string; package_id: string | null }>`select id, package_id from dataset
      where id in (${origin.datasetId}, ${other.datasetId})`.execute(db);
    expect(new Map(rows.map(({ id, package_id }) => [id, package_id]))).toEqual(
      new Map([
        [origin.datasetId, made.id],
        [other.datasetId, null],
      ]),
    );
  });
});
