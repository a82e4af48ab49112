import type { PackageDetail } from "@dailies/contract";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { aClipDataset, aView, MDS_COLUMNS } from "../../testing/rigs/packages/package-rig.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
const data = runDataRig(running);
let ada: Caller;
let eve: Caller;
let viewId = "";

beforeAll(async () => {
  ada = await aCaller(running.current);
  eve = await aCaller(running.current);
  const { datasetId } = await aClipDataset(data.current, ada, { samples: 3, clipOf: () => Buffer.alloc(100) });
  viewId = await aView(ada, datasetId);
});

const endAll = async (): Promise<void> => {
  await running.current.db
    .updateTable("package")
    .set({ status: "Cancelled", finished_at: new Date() })
    .where("finished_at", "is", null)
    .execute();
};
afterEach(endAll);

const create = (caller: Caller, more: object = {}, settings: object = {}): Promise<Answer> =>
  caller.post("/api_v1/package/create", {
    name: "some",
    view_id: viewId,
    settings: { format: "MDS", columns: MDS_COLUMNS, ...settings },
    request_key: newId(),
    ...more,
  });
const columnsOf = (...sources: string[]) => ({ columns: sources.map((source, n) => ({ source, name: `c${n}` })) });

describe("creating a package", () => {
  it("numbers packages of one name without a gap, also at once and in another case", async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => aCaller(running.current)));
    const answers = await Promise.all(callers.map((caller, n) => create(caller, { name: n % 2 ? "Train" : "train" })));
    expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200));
    expect(answers.map(({ body }) => Number(body.number)).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("makes one package for one form, however often it is sent", async () => {
    const body = { name: "once", request_key: newId() };
    const answers = await Promise.all([create(ada, body), create(ada, body), create(ada, body)]);
    expect(new Set(answers.map(({ body: made }) => made.id)).size).toBe(1);
    const { rows } = {
      rows: await running.current.db.selectFrom("package").select("id").where("name", "=", "once").execute(),
    };
    expect(rows).toHaveLength(1);
  });

  it("allows three unfinished packages of one person", async () => {
    for (let n = 0; n < 3; n++) expect((await create(eve)).status).toBe(200);
    const refused = await create(eve);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { detail: "3 of your packages are being written: wait for one or cancel it" },
    ]);
    expect((await create(ada)).status).toBe(200);
  });

  it.each([
    [columnsOf("latent"), '"latent" holds bytes: of those, only the clip itself can be packed'],
    [columnsOf("nothing"), 'there is no column "nothing" in this version of the dataset'],
    [columnsOf("$media", "$media"), "the clip can be packed only once"],
    [{ columns: ["caption", "key"].map((source) => ({ source, name: "same" })) }, 'two columns are called "same"'],
    [
      { format: "WebDataset", compression: "zstd" },
      "shards of WebDataset are not compressed as a whole: choose no compression",
    ],
  ])("refuses settings that cannot be written: %j", async (settings, words) => {
    for (const answer of [
      await create(ada, {}, settings),
      await ada.post("/api_v1/package/estimate", {
        view_id: viewId,
        settings: { format: "MDS", columns: MDS_COLUMNS, ...settings },
      }),
    ])
      expect([answer.status, answer.body]).toMatchObject([422, { code: "invalid", detail: words }]);
  });

  it("refuses a view that does not exist, and to verify or repeat what is not finished", async () => {
    expect((await create(ada, { view_id: newId() })).status).toBe(404);
    const { id } = (await create(ada)).body as unknown as PackageDetail;
    expect((await ada.post(`/api_v1/package/verify/${id}`, {})).status).toBe(409);
    expect((await ada.post(`/api_v1/package/repeat/${id}`, { request_key: newId() })).status).toBe(409);
    expect((await ada.post(`/api_v1/package/cancel/${newId()}`, {})).status).toBe(404);
    const boss = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    expect((await boss.post(`/api_v1/package/cancel/${id}`, {})).body.status).toBe("Cancelled");
  });

  it("warns of settings that are probably not meant", async () => {
    const settings = { format: "MDS", columns: MDS_COLUMNS, compression: "zstd" };
    const { body } = await ada.post("/api_v1/package/estimate", { view_id: viewId, settings });
    expect(body).toMatchObject({ items: 3, samples: 3, left_out: [], bytes: expect.any(Number), shards: 1 });
    expect(body.warnings).toEqual([
      { code: "compressed_clips", limit: null },
      { code: "missing_texts", limit: null },
    ]);
    const tars = { format: "WebDataset", columns: MDS_COLUMNS };
    const other = await ada.post("/api_v1/package/estimate", { view_id: viewId, settings: tars });
    expect(other.body.warnings).toEqual([{ code: "clips_named_mp4", limit: null }]);
  });
});
