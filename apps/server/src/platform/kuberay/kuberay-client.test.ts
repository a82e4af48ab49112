import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type KubeRayServer,
  POWERLESS_TOKEN,
  startKubeRayServer,
  TOKEN,
} from "../../testing/outsiders/kuberay-server.ts";
import { createOutgoing, type Outgoing } from "../http-client/outgoing.ts";
import { createKubeRayClient } from "./kuberay-client.ts";

let server: KubeRayServer;
let outgoing: Outgoing;
beforeEach(async () => {
  server = await startKubeRayServer();
  outgoing = createOutgoing({ trustedOrigins: [server.url], maxRedirects: 0 });
});
afterEach(async () => {
  outgoing.close();
  await server.close();
});

const open = (more: { token?: string | null; address?: string; timeoutMs?: number } = {}) =>
  createKubeRayClient({
    outgoing,
    address: more.address ?? server.url,
    namespace: "video",
    token: more.token === undefined ? TOKEN : more.token,
    timeoutMs: more.timeoutMs ?? 5_000,
  });
const LIMITS = { maxBytes: 8 * 1024 ** 2, maxItems: 10_000 };
const names = (client: ReturnType<typeof open>, limits = LIMITS) =>
  client.listRayJobs(({ metadata }) => metadata.name, limits);
const answerAll = (status: number, body: string): void => {
  server.answer = (_, response) => {
    response.writeHead(status).end(body);
    return true;
  };
};

describe("the client of KubeRay", () => {
  it("accepts an API server that lets the token list RayClusters", async () => {
    await expect(open().checkHealth()).resolves.toBeUndefined();
    expect(server.asked).toEqual(["/apis/ray.io/v1/namespaces/video/rayclusters?limit=1"]);
  });

  it.each([
    ["no token", { token: null }, "token_missing"],
    ["a wrong token", { token: "wrong" }, "token_refused"],
    ["a token without rights", { token: POWERLESS_TOKEN }, "not_permitted"],
  ])("names what is missing: %s", async (_, more, fault) => {
    await expect(open(more).checkHealth()).rejects.toMatchObject({ fault });
  });

  it("says when KubeRay is not installed", async () => {
    await expect(open({ address: `${server.url}/elsewhere` }).checkHealth()).rejects.toMatchObject({
      fault: "not_kuberay",
    });
  });

  it.each([
    ["HTML", 200, "<html>sign in</html>", "not_kuberay"],
    ["another JSON", 200, '{"kind":"PodList","metadata":{},"items":[]}', "not_kuberay"],
    ["a failure", 500, "etcdserver: leader changed", "bad_answer"],
  ])("is not fooled by %s", async (_, status, body, fault) => {
    answerAll(status, body);
    await expect(open().checkHealth()).rejects.toMatchObject({ fault });
  });

  it("gives up on a server that does not answer", async () => {
    server.answer = () => true;
    await expect(open({ timeoutMs: 100 }).checkHealth()).rejects.toMatchObject({ fault: "timeout" });
  });

  it("reads a list page by page", async () => {
    const [job] = server.rayJobs;
    if (!job) return expect.unreachable("jobs are recorded");
    server.rayJobs.splice(0, server.rayJobs.length);
    for (let index = 0; index < 600; index += 1) {
      server.rayJobs.push({ ...job, metadata: { ...job.metadata, name: `job-${index}` } });
    }
    const { items, leftOut } = await names(open());
    expect(items).toEqual(Array.from({ length: 600 }, (_, index) => `job-${index}`));
    expect(leftOut).toBe(0);
    expect(server.asked.map((address) => new URL(address, "http://x").searchParams.get("continue"))).toEqual([
      null,
      "250",
      "500",
    ]);
    const cut = await names(open(), { ...LIMITS, maxItems: 250 });
    return expect(cut).toMatchObject({ items: { length: 250 }, leftOut: 350 });
  });

  it("leaves out what it cannot read, and says how much", async () => {
    const before = server.rayJobs.length;
    server.rayJobs.push({ metadata: { name: "" }, spec: {} }, "job" as never, { metadata: { name: "bare" }, spec: {} });
    const { items, leftOut } = await names(open());
    expect(items).toHaveLength(before + 1);
    expect(leftOut).toBe(2);
  });

  it("does not follow a list that never ends", async () => {
    answerAll(200, '{"kind":"RayJobList","metadata":{"continue":"again"},"items":[]}');
    expect(await names(open())).toMatchObject({ items: [], leftOut: 1 });
    expect(server.asked).toHaveLength(40);
  });

  it("refuses pages that are larger than its memory", async () => {
    await expect(names(open(), { ...LIMITS, maxBytes: 1_000 })).rejects.toMatchObject({ fault: "too_large" });
  });

  it("reports a page that Kubernetes no longer has", async () => {
    answerAll(410, '{"kind":"Status","code":410,"reason":"Expired"}');
    await expect(names(open())).rejects.toMatchObject({ fault: "bad_answer" });
  });
});
