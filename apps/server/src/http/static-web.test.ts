import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttp } from "./create-http.ts";
import type { Edge } from "./edge.ts";
import { fileHeaders, pageHeaders } from "./security/security-headers.ts";
import { serveWeb } from "./static-web.ts";

const http = createHttp({ trustedProxies: [] });
let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dailies-web-"));
  await mkdir(join(root, "assets"));
  await writeFile(join(root, "index.html"), "<!doctype html>");
  await writeFile(join(root, "assets/app-1234.js"), "console");
  await writeFile(join(root, "assets/app-1234.js.gz"), gzipSync("console"));
  await writeFile(join(root, "shard-worker.js"), "worker");
  await writeFile(join(root, "favicon.svg"), "<svg/>");
  await writeFile(join(root, "secrets.env"), "not a web file");
  await serveWeb(http, { isDraining: false } as Edge, root, {
    ofFiles: fileHeaders("https://console.test"),
    ofPages: async () => pageHeaders("https://console.test", ["https://media.test"]),
  });
});
afterAll(async () => {
  await http.close();
  await rm(root, { recursive: true });
});

it("the static file server serves the page under a policy without inline or evaluated script and with trusted types", async () => {
  const { statusCode, headers } = await http.inject({ url: "/" });
  expect(statusCode).toBe(200);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'; script-src 'self'; ");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  expect(policy).toContain("media-src 'self' blob: https://media.test");
  expect(policy).toContain("report-uri /api/csp_report; report-to csp");
  expect(headers).toMatchObject({
    "reporting-endpoints": 'csp="/api/csp_report"',
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  });
});

it.each(["/", "/favicon.svg", "/shard-worker.js", "/assets/app-1234.js"])(
  "the file %s comes by https only, in no frame, as the type it names, and tells no other site our address",
  async (url) => {
    const { statusCode, headers } = await http.inject({ url });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": expect.stringMatching(/; charset=utf-8$/),
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "referrer-policy": "no-referrer",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
    });
  },
);

it("the static file server serves assets for ever, compressed ahead when the browser takes it", async () => {
  const plain = await http.inject({ url: "/assets/app-1234.js" });
  expect(plain.body).toBe("console");
  expect(plain.headers["cache-control"]).toContain("immutable");
  const packed = await http.inject({ url: "/assets/app-1234.js", headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(packed.rawPayload).toString()).toBe("console");
});

it("the static file server serves the worker of the shards from the root, asked for anew each time, and lets it load no other script", async () => {
  const { headers } = await http.inject({ url: "/shard-worker.js" });
  expect(headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/javascript; charset=utf-8",
    "content-security-policy": "default-src 'none'; connect-src http: https:; frame-ancestors 'none'",
  });
});

it("the static file server answers 304 when the ETag matches", async () => {
  const { headers } = await http.inject({ url: "/" });
  const again = await http.inject({ url: "/", headers: { "if-none-match": String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

it.each([
  "/secrets.env",
  "/../secrets.env",
  "/assets/..%2fsecrets.env",
  "/assets/",
  "/index.html.gz",
  "/%2e%2e/secrets.env",
])("the static file server has nothing at %s", async (url) =>
  expect((await http.inject({ url })).statusCode).toBe(404),
);
