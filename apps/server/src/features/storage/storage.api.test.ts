import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { createPageOrigins } from "./profiles/page-origins.ts";

const CANARY = "canary-storage-77ab1";
const running = runApp();
const rig = runDataRig(running);
let admin: Caller;
let person: Caller;

beforeAll(async () => {
  admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
  person = await aCaller(running.current);
});

const aProfileBody = (more: object = {}) => ({
  name: `Place ${newId()}`,
  endpoint: "https://s3.example.com",
  public_endpoint: null,
  region: "eu-1",
  bucket: "clips",
  prefix: `${newId()}/`,
  is_path_style: true,
  access_key_id: "AKIA1",
  secret_access_key: CANARY,
  request_key: newId(),
  ...more,
});
const create = async (more: object = {}) => {
  const { status, body } = await admin.post("/api_v1/storage/create", aProfileBody(more));
  expect([status, body]).toMatchObject([200, {}]);
  return body as { id: string; revision: number; name: string; prefix: string };
};
const update = (item: { id: string; revision: number; name: string; prefix: string }, more: object) => {
  const { request_key: _, secret_access_key: __, ...rest } = aProfileBody({ name: item.name, prefix: item.prefix });
  return admin.post(`/api_v1/storage/update/${item.id}`, { ...rest, expect_revision: item.revision, ...more });
};

describe("the register of places", () => {
  it("makes one place of two equal requests that come at once", async () => {
    const twice = aProfileBody();
    const [one, other] = await Promise.all([twice, twice].map((each) => admin.post("/api_v1/storage/create", each)));
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect(one?.body.id).toBe(other?.body.id);
  });

  it("seals the secret, tells it to nobody and writes the history without it", async () => {
    const item = await create();
    const { body } = await person.get("/api_v1/storage/list");
    const mine = (body.items as { id: string }[]).find(({ id }) => id === item.id);
    expect(mine).toMatchObject({ has_secret: true, access_key_id: null, datasets: 0 });
    const { items } = await listOperations(running.current.db, `storage:${item.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Create_storage_profile", meta: { secret: "set" } }]);
    const stored = await running.current.db.selectFrom("storage_profile").selectAll().execute();
    const all = JSON.stringify([stored, items, body, running.current.log], (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
    expect(all).not.toContain(CANARY);
  });

  it("registers once for each form, and each name and place once", async () => {
    const form = aProfileBody();
    const [first, second] = [
      await admin.post("/api_v1/storage/create", form),
      await admin.post("/api_v1/storage/create", form),
    ];
    expect(first.body.id).toBe(second.body.id);
    expect(await admin.post("/api_v1/storage/create", aProfileBody({ name: form.name.toUpperCase() }))).toMatchObject({
      status: 409,
    });
    expect(await admin.post("/api_v1/storage/create", aProfileBody({ prefix: form.prefix }))).toMatchObject({
      status: 409,
    });
  });

  it.each([
    { endpoint: "http://127.0.0.1:9000" },
    { endpoint: "http://169.254.169.254/" },
    { endpoint: "https://user:pass@s3.example.com" },
    { endpoint: "https://*.example.com" },
    { endpoint: "https://s3.example.com;script-src" },
    { public_endpoint: "https://a.example.com,b.example.com" },
    { endpoint: null },
    { endpoint: null, access_key_id: null, secret_access_key: null, bucket: "assets" },
    { endpoint: null, access_key_id: null, secret_access_key: null, bucket: "backups" },
    { prefix: "a/../b/" },
    { prefix: "a//b/" },
    { prefix: "a/%2e%2e/" },
    { access_key_id: null },
  ])("refuses a source with %j", async (more) => {
    expect((await admin.post("/api_v1/storage/create", aProfileBody(more))).status).toBe(422);
  });

  it("forgets the secret with the address, keeps it otherwise", async () => {
    const item = await create();
    const kept = await update(item, { region: "eu-2" });
    expect(kept.body).toMatchObject({ has_secret: true, revision: 2 });
    const moved = await update({ ...item, revision: 2 }, { endpoint: "https://other.example.com" });
    expect(moved.body).toMatchObject({ has_secret: false, revision: 3 });
    expect(await update(item, {})).toMatchObject({ status: 409 });
  });

  it("tells pages at once where they may read from, by origin alone", async () => {
    const origins = createPageOrigins(running.current.db, ["https://own.test"]);
    await origins.read();
    const media = `https://media-${newId()}.example.com`;
    await create({ public_endpoint: `${media}/s3/` });
    await create({ endpoint: "https://oss.example.com", bucket: "clips-2", is_path_style: false });
    expect(await origins.read()).not.toContain(media);
    await origins.refresh();
    expect(await origins.read()).toEqual(
      expect.arrayContaining(["https://own.test", media, "https://clips-2.oss.example.com"]),
    );
  });

  it("is changed by administrators alone", async () => {
    expect((await person.post("/api_v1/storage/create", aProfileBody())).status).toBe(403);
    const guest = await aCaller(running.current, { role: "partner", permissions: ["ADMIN_MANAGE_R"] });
    const item = await create();
    expect((await guest.post("/api_v1/storage/create", aProfileBody())).status).toBe(403);
    for (const act of ["delete", "test"])
      expect((await guest.post(`/api_v1/storage/${act}/${item.id}`, {})).status).toBe(403);
  });
});

describe("the console's own datasets", () => {
  it("are browsed inside the bucket, and never what the console keeps there", async () => {
    const { storage, folder } = rig.current;
    await storage.putObject(`${folder}deep/a.mp4`, Buffer.from("abc"), { contentType: "video/mp4" });
    const browse = (uri: string) => person.get(`/api_v1/storage/browse?uri=${encodeURIComponent(uri)}`);
    const base = rig.current.uriOf("");
    expect((await browse(base)).body).toMatchObject({ uri: base, folders: ["deep/"], files: [] });
    expect((await browse(`${base}deep`)).body).toMatchObject({ files: [{ name: "a.mp4", bytes: 3 }] });
    const bucket = running.current.config.s3.datasetsBucket;
    for (const uri of [
      `s3://${bucket}/catalogue/`,
      `s3://${bucket}/catalogue`,
      "s3://nowhere-at-all/x",
      `${base}../x`,
    ]) {
      const { status, body } = await browse(uri);
      expect([uri, status, body.detail]).toEqual([uri, 404, expect.stringContaining("no storage profile covers")]);
    }
  });

  it("are found by the longest folder around an address", async () => {
    const bucket = running.current.config.s3.datasetsBucket;
    const own = { endpoint: null, access_key_id: null, secret_access_key: null, bucket };
    const wide = await create({ ...own, prefix: `${rig.current.folder}p/` });
    const narrow = await create({ ...own, prefix: `${rig.current.folder}p/q/` });
    const found = async (path: string) => (await rig.current.bucketReaders.resolve(rig.current.uriOf(path))).profile.id;
    expect(await found("p/x")).toBe(wide.id);
    expect(await found("p/q/x")).toBe(narrow.id);
    expect(await found("p/qx")).toBe(wide.id);
    expect((await rig.current.bucketReaders.resolve(rig.current.uriOf("p/q"))).key).toBe(`${rig.current.folder}p/q/`);
  });

  it("are tried by listing and reading, as pages would too", async () => {
    const { body } = await person.get("/api_v1/storage/list");
    const [own] = (body.items as { id: string; name: string }[]).filter(
      ({ name }) => name === "This console's datasets",
    );
    const tried = await admin.post(`/api_v1/storage/test/${own?.id}`, {});
    expect(tried.body).toMatchObject({ can_list: true, can_read: true });
    const foreign = await create({ endpoint: "https://s3.invalid" });
    const failed = await admin.post(`/api_v1/storage/test/${foreign.id}`, {});
    expect(failed.body).toMatchObject({ can_list: false, can_read: false, can_browsers_read: false });
    expect(JSON.stringify(failed.body)).not.toContain(CANARY);
  });

  it("cannot be forgotten while a dataset lies there", async () => {
    const { db } = running.current;
    const item = await create();
    const at = new Date();
    await db
      .insertInto("dataset")
      .values({
        id: newId(),
        name: `in ${item.name}`,
        description: "",
        kind: "MDS",
        layout: "plain",
        status: "Ready",
        uri: `s3://clips/${item.prefix}`,
        profile_id: item.id,
        owner_id: person.id,
        request_key: newId(),
        created_at: at,
        updated_at: at,
      })
      .execute();
    expect(await admin.post(`/api_v1/storage/delete/${item.id}`, {})).toMatchObject({ status: 409 });
    expect(await update(item, { prefix: "another/" })).toMatchObject({ status: 409 });
    const empty = await create();
    expect(await admin.post(`/api_v1/storage/delete/${empty.id}`, {})).toMatchObject({ status: 200 });
    expect(await admin.post(`/api_v1/storage/delete/${empty.id}`, {})).toMatchObject({ status: 404 });
  });
});
