import type { PackageDetail } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putMdsSet } from "../../../testing/builders/a-stored-set.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const running = runApp();
const rig = runDataRig(running);
let owner: Caller;
let colleague: Caller;
let admin: Caller;
let origin: PackageOrigin;

beforeAll(async () => {
  owner = await aCaller(running.current);
  colleague = await aCaller(running.current);
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
  origin = await aPackageOrigin(rig.current, owner.id);
});

const remove = (caller: Caller, id: string) => caller.post(`/api_v1/package/delete/${id}`, {});
const detail = async (id: string): Promise<PackageDetail> =>
  (await owner.get(`/api_v1/package/detail/${id}`)).body as PackageDetail;

const aStoredPackage = async (): Promise<{ id: string; path: string }> => {
  const path = `package-${newId()}/`;
  const folder = `${rig.current.folder}${path}`;
  const { id } = await aPackage(rig.current, origin, { folder });
  await putMdsSet(rig.current.storage, folder, { samples: 4 });
  return { id, path };
};

const register = (caller: Caller, path: string, name: string) =>
  caller.post("/api_v1/dataset/create", { uri: rig.current.uriOf(path), name, request_key: newId() });

describe("a deletion", () => {
  it("is for the creator or an administrator, and keeps the record", async () => {
    const { id } = await aPackage(rig.current, origin);
    expect((await remove(colleague, id)).status).toBe(403);
    expect((await remove(owner, id)).body).toEqual({ ok: true });
    expect(await detail(id)).toMatchObject({ status: "Deleted", uri: null, loader_code: "", shards_done: 3 });
    expect((await remove(owner, id)).status).toBe(200);
    const { items } = await listOperations(running.current.db, `package:${id}`, { limit: 10 });
    expect(items.map(({ op_type }) => op_type)).toEqual(["Delete_package"]);
    const failed = await aPackage(rig.current, origin, { status: "Failed" });
    expect((await remove(admin, failed.id)).status).toBe(200);
    expect((await remove(owner, newId())).status).toBe(404);
  });

  it.each(["Queued", "Running", "Verifying"] as const)("is refused while the package is %s", async (status) => {
    const { id } = await aPackage(rig.current, origin, { status });
    expect((await remove(owner, id)).status).toBe(409);
  });

  it("is refused while a dataset is registered in its folder, and allowed once that is deleted", async () => {
    const { id, path } = await aStoredPackage();
    const name = `trained on ${newId()}`;
    const { status, body } = await register(colleague, path, name);
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await detail(id)).used_by).toEqual([{ kind: "dataset", id: body.id, name }]);
    const { body: lineage } = await owner.get(`/api_v1/lineage/near/dataset/${body.id}`);
    expect(lineage.sources).toMatchObject({ groups: [{ kind: "package", items: [{ id }] }] });
    const refused = await remove(owner, id);
    expect([refused.status, refused.body.detail]).toEqual([409, `this package is used by the dataset "${name}"`]);
    expect((await colleague.post(`/api_v1/dataset/${body.id}/delete`, {})).status).toBe(200);
    expect((await remove(owner, id)).status).toBe(200);
  });

  it("is refused while another package is written from such a dataset, even if that was deleted", async () => {
    const { id, path } = await aStoredPackage();
    const reading = await aPackageOrigin(rig.current, colleague.id);
    const { db } = running.current;
    await db
      .updateTable("dataset")
      .set({ uri: rig.current.uriOf(path) })
      .where("id", "=", reading.datasetId)
      .execute();
    const user = await aPackage(rig.current, reading, { status: "Running" });
    const used = await colleague.post(`/api_v1/dataset/${reading.datasetId}/delete`, {});
    expect([used.status, used.body.detail]).toEqual([409, `this dataset is used by the package "${user.name}@1"`]);
    await sql`update dataset set deleted_at = now() where id = ${reading.datasetId}`.execute(db);
    expect((await detail(id)).used_by).toEqual([{ kind: "package", id: user.id, name: `${user.name}@1` }]);
    expect((await remove(owner, id)).status).toBe(409);
    await db
      .updateTable("package")
      .set({ status: "Cancelled", finished_at: new Date() })
      .where("id", "=", user.id)
      .execute();
    expect((await remove(owner, id)).status).toBe(200);
  });

  it("and a registration at the same time exclude each other", async () => {
    const { id, path } = await aStoredPackage();
    const { db } = running.current;
    let deletion: ReturnType<typeof remove> | undefined;
    await db.transaction().execute(async (tx) => {
      // As a registration does, before it inserts the dataset.
      await sql`select from package where id = ${id} for share`.execute(tx);
      deletion = remove(owner, id);
      const first = await Promise.race([
        deletion.then(() => "deleted"),
        new Promise((resolve) => setTimeout(() => resolve("waits"), 300)),
      ]);
      expect(first).toBe("waits");
      await tx
        .updateTable("dataset")
        .set({ uri: rig.current.uriOf(path) })
        .where("id", "=", origin.datasetId)
        .execute();
    });
    expect((await deletion)?.status).toBe(409);
    await db.updateTable("dataset").set({ uri: "s3://datasets/made/" }).where("id", "=", origin.datasetId).execute();
    expect((await remove(owner, id)).status).toBe(200);
    const late = await register(colleague, path, `late ${newId()}`);
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("is not ready")]);
  });

  it("leaves nothing that ten registrations at the same time could have missed", async () => {
    const { id, path } = await aStoredPackage();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => register(colleague, path, `race ${newId()}`)),
      remove(owner, id),
    ]);
    const registered = answers.slice(0, 10).filter(({ status }) => status === 200).length;
    expect(answers.slice(0, 10).every(({ status }) => status === 200 || status === 409)).toBe(true);
    const isDeleted = answers[10]?.status === 200;
    expect(isDeleted).toBe(registered === 0);
    expect((await detail(id)).status).toBe(isDeleted ? "Deleted" : "Ready");
  });
});
