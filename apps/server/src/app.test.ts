import { beforeAll, expect, it } from "vitest";
import { createObjectStorage } from "./platform/s3/object-storage.ts";
import { aCaller } from "./testing/builders/a-caller.ts";
import { anEvaluation, aRater } from "./testing/builders/an-evaluation.ts";
import { eventually } from "./testing/eventually.ts";
import { type TcpGate, tcpGate } from "./testing/outsiders/tcp-gate.ts";
import { runApp } from "./testing/rigs/start-app.ts";
import { testConfig } from "./testing/test-database.ts";

const { s3 } = testConfig();
let gate: TcpGate;
beforeAll(async () => {
  gate = await tcpGate(new URL(s3.endpoint).host);
  await gate.open();
  return () => gate.shut();
});
const running = runApp((config) => ({ ...config, s3: { ...s3, endpoint: `http://${gate.address}` } }));

const startLargeUpload = async (): Promise<void> => {
  const caller = await aCaller(running.current);
  const upload = "/api_v1/asset/generate_upload_info?name=a.mp4&mime=video/mp4&size=99999999";
  const { status, body } = await caller.get(upload);
  expect(status, JSON.stringify(body)).toBe(200);
};

const watchJudgedClip = async (): Promise<void> => {
  const { app, db } = running.current;
  const owner = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  const judge = await aCaller(running.current);
  const { id } = await anEvaluation(running.current, owner, { prompts: 1, raters: [judge] });
  const clips = await db.selectFrom("evaluation_clip").select("judged_key").where("task_id", "=", id).execute();
  const storage = createObjectStorage(s3);
  for (const { judged_key } of clips)
    await storage.putObject(judged_key ?? "", Buffer.alloc(100), { contentType: "video/mp4" });
  await storage.close();
  await db.updateTable("evaluation_clip").set({ judged_bytes: 100n }).where("task_id", "=", id).execute();
  const [item] = await aRater(judge, id).claim();
  const { statusCode } = await app.http.inject({
    url: item?.slots[0]?.media_url ?? "",
    cookies: judge.cookies,
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(statusCode).toBe(200);
};

it("the API reaches its object storage over the same connections from every feature, and closes it at shutdown", async () => {
  expect(gate.connections()).toBe(0);
  await startLargeUpload();
  expect(gate.connections()).toBe(1);
  // Both clips of the pair are asked for at once. The free connection is reused unless this feature has its own client.
  await watchJudgedClip();
  expect(gate.connections()).toBe(2);

  await running.current.app.http.close();
  expect(await eventually(() => (gate.connections() === 0 ? "closed" : undefined))).toBe("closed");
});
