import type { PackageDetail, PackageShard, PackageSummary } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const running = runApp();
const rig = runDataRig(running);
const API = "/api_v1/package";
let owner: Caller;
let colleague: Caller;
let admin: Caller;
let origin: PackageOrigin;

beforeAll(async () => {
  owner = await aCaller(running.current, { username: "olga" });
  colleague = await aCaller(running.current);
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
  origin = await aPackageOrigin(rig.current, owner.id);
});

const list = async (query: string): Promise<{ items: PackageSummary[]; total: number }> => {
  const { status, body } = await colleague.get(`${API}/list?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { items: PackageSummary[]; total: number };
};
const detail = async (caller: Caller, id: string): Promise<PackageDetail> => {
  const { status, body } = await caller.get(`${API}/detail/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as PackageDetail;
};

describe("the list of packages", () => {
  it("shows the newest first, in pages, with their total", async () => {
    const other = await aPackageOrigin(rig.current, owner.id);
    const made: string[] = [];
    for (const minute of [1, 2, 3, 4, 5]) {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
      made.unshift((await aPackage(rig.current, other, { createdAt })).id);
    }
    const ids = async (query: string) =>
      (await list(`dataset_id=${other.datasetId}&${query}`)).items.map(({ id }) => id);
    expect(await ids("limit=2")).toEqual(made.slice(0, 2));
    expect(await ids("limit=2&offset=2")).toEqual(made.slice(2, 4));
    expect(await ids("limit=2&offset=4")).toEqual(made.slice(4));
    expect((await list(`dataset_id=${other.datasetId}&limit=1`)).total).toBe(5);
  });

  it("filters by a part of the name, status and format", async () => {
    const mark = newId();
    const [ready] = [
      await aPackage(rig.current, origin, { name: `Night 100% ${mark}` }),
      await aPackage(rig.current, origin, { name: `Night 100% ${mark}`, number: 2, status: "Running" }),
      await aPackage(rig.current, origin, { name: `Night 1000 ${mark}`, format: "WebDataset", status: "Failed" }),
    ];
    const total = async (query: string) => (await list(query)).total;
    expect(await total(`q=${mark.toUpperCase()}`)).toBe(3);
    expect(await total(`q=${encodeURIComponent(`night 100% ${mark}`)}`)).toBe(2);
    expect(await total(`q=${mark}&format=WebDataset`)).toBe(1);
    expect(await total(`q=${mark}&format=WebDataset&status=Ready`)).toBe(0);
    expect((await list(`q=${mark}&status=Ready`)).items).toMatchObject([{ id: ready?.id, number: 1, is_mine: false }]);
  });

  it("keeps the names of a dataset and a view that were deleted", async () => {
    const gone = await aPackageOrigin(rig.current, owner.id);
    const { id } = await aPackage(rig.current, gone);
    // As they could be before deleting what is used was refused.
    await sql`update dataset_view set deleted_at = now() where id = ${gone.viewId}`.execute(running.current.db);
    await sql`update dataset set deleted_at = now() where id = ${gone.datasetId}`.execute(running.current.db);
    expect((await detail(owner, id)).source).toMatchObject({
      dataset_name: `set ${gone.datasetId}`,
      view_name: `view ${gone.viewId}`,
      where: "seen >= 0",
      order_by: "-seen",
    });
  });
});

describe("one package", () => {
  it("shows its settings, hashes, sums and Python that reads it", async () => {
    const first = await aPackage(rig.current, origin);
    const { id, folder } = await aPackage(rig.current, origin, { repeats: first.id });
    const { bucket } = rig.current.storage;
    const shown = await detail(owner, id);
    expect(shown).toMatchObject({
      status: "Ready",
      uri: `s3://${bucket}/${folder}`,
      shards_total: 3,
      shards_done: 3,
      samples_done: 30,
      left_out: 2,
      left_out_by_reason: [{ reason: "no_caption", items: 2 }],
      content_sha256: "b".repeat(64),
      item_list_sha256: "a".repeat(64),
      repeats: { id: first.id, name: first.name, number: 1 },
      used_by: [],
      is_mine: true,
      can_change: true,
    });
    expect(shown.loader_code).toContain(`remote="s3://${bucket}/${folder}"`);
    expect(await detail(colleague, id)).toMatchObject({ is_mine: false, can_change: false, created_by: "olga" });
    expect(await detail(admin, id)).toMatchObject({ is_mine: false, can_change: true });
  });

  it("has no address before it is ready", async () => {
    const { id } = await aPackage(rig.current, origin, { status: "Running" });
    expect(await detail(owner, id)).toMatchObject({ uri: null, loader_code: "", finished_at: null });
    expect((await owner.get(`${API}/detail/${newId()}`)).status).toBe(404);
  });

  it("lists its shards in order, with what is planned of those that wait", async () => {
    const { id } = await aPackage(rig.current, origin, { shards: 5 });
    const { body } = await owner.get(`${API}/shards/${id}?limit=2&offset=3`);
    expect(body.total).toBe(5);
    expect((body.items as PackageShard[]).map(({ shard, status, bytes }) => [shard, status, bytes])).toEqual([
      [3, "Written", 1_000],
      [4, "Written", 1_000],
    ]);
    const waiting = await aPackage(rig.current, origin, { shards: 1, status: "Running" });
    const answer = await owner.get(`${API}/shards/${waiting.id}`);
    expect(answer.body.items).toEqual([
      {
        shard: 0,
        status: "Waiting",
        name: null,
        samples: 10,
        bytes: 1_100,
        sha256: null,
        left_out: 0,
        took_ms: null,
        written_at: null,
      },
    ]);
    expect((await owner.get(`${API}/shards/${newId()}`)).status).toBe(404);
  });

  it("lists what was left out, by reason", async () => {
    const { id } = await aPackage(rig.current, origin);
    const rows = ["no_caption", "no_caption", "unreadable"].map((reason, ordinal) => ({
      package_id: id,
      reason,
      ordinal: BigInt(9 - ordinal),
      key: `key-${ordinal}`,
      detail: "",
    }));
    await running.current.db.insertInto("package_left_out").values(rows).execute();
    const keys = async (query: string) => {
      const { body } = await owner.get(`${API}/left-out/${id}?${query}`);
      return [body.total, (body.items as { key: string }[]).map(({ key }) => key)];
    };
    expect(await keys("")).toEqual([3, ["key-1", "key-0", "key-2"]]);
    expect(await keys("reason=unreadable")).toEqual([1, ["key-2"]]);
    expect(await keys("limit=1&offset=1")).toEqual([3, ["key-0"]]);
  });
});

describe("a deprecation", () => {
  const mark = (caller: Caller, id: string, isDeprecated: boolean, reason = "") =>
    caller.post(`${API}/deprecate/${id}`, { is_deprecated: isDeprecated, reason });

  it("marks a ready package with a reason, and can be taken back", async () => {
    const { id } = await aPackage(rig.current, origin);
    expect((await mark(colleague, id, true)).status).toBe(403);
    expect((await mark(owner, id, true, "wrong captions")).body).toMatchObject({
      is_deprecated: true,
      deprecation_reason: "wrong captions",
      uri: expect.any(String),
    });
    expect((await mark(owner, id, true, "wrong captions")).status).toBe(200);
    expect((await mark(admin, id, false, "ignored")).body).toMatchObject({
      is_deprecated: false,
      deprecation_reason: "",
    });
    const { items } = await listOperations(running.current.db, `package:${id}`, { limit: 10 });
    expect(items.map(({ op_type }) => op_type).sort()).toEqual(["Deprecate_package", "Restore_package"]);
  });

  it("is refused for a package that is not ready", async () => {
    const { id } = await aPackage(rig.current, origin, { status: "Failed" });
    expect((await mark(owner, id, true)).status).toBe(409);
    expect((await mark(owner, newId(), true)).status).toBe(404);
  });
});
