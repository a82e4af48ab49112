import type { ViewerHeader, ViewerSample } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();

describe("the demo dataset", () => {
  it("is written and registered by the first user, and the same for everybody after", async () => {
    const [ada, eve] = [await aCaller(running.current), await aCaller(running.current)];
    const answers = await Promise.all([ada, eve, ada].map((caller) => caller.post("/api_v1/dataset/demo", {})));
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(answers.map(() => [200, undefined]));
    const [id, ...others] = answers.map(({ body }) => String(body.id));
    expect(new Set(others)).toEqual(new Set([id]));
    const { body: detail } = await eve.get(`/api_v1/dataset/${id}/detail`);
    expect(detail).toMatchObject({ name: "Demo shards", kind: "MDS", tags: ["demo", "mds"] });

    const opened = await eve.get(`/api_v1/sdv/open?dataset_id=${id}`);
    expect([opened.status, opened.body.detail]).toEqual([200, undefined]);
    const header = opened.body as unknown as ViewerHeader;
    expect(header).toMatchObject({ format: "MDS", samples: 96, warnings: [] });
    expect(header.shards).toBeGreaterThanOrEqual(8);
    const sample = (await eve.get(`/api_v1/sdv/${header.handle}/sample/95`)).body as unknown as ViewerSample;
    const values = Object.fromEntries(sample.columns.map(({ name, value }) => [name, value]));
    expect(values.picture).toEqual({ kind: "media", content_type: "image/png" });
    expect(values.caption).toMatchObject({ kind: "text" });
    expect(values.brightness).toMatchObject({ kind: "number" });
  });

  it("makes nothing readable but its own folder", async () => {
    const ada = await aCaller(running.current);
    await ada.post("/api_v1/dataset/demo", {});
    const { datasetsBucket } = running.current.config.s3;
    const profiles = await running.current.db.selectFrom("storage_profile").select(["bucket", "prefix"]).execute();
    expect(profiles).toEqual([{ bucket: datasetsBucket, prefix: "demo-shards/" }]);
    expect((await ada.get(`/api_v1/sdv/open?uri=s3://${datasetsBucket}/`)).status).toBe(404);
  });

  it("is refused to external users", async () => {
    const guest = await aCaller(running.current, { role: "outsourcing" });
    expect((await guest.post("/api_v1/dataset/demo", {})).status).toBe(403);
  });
});
