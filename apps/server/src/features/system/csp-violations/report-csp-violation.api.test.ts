import { describe, expect, it } from "vitest";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const MAX_BYTES = 8 * 1024;

const report = (blocked: string): string =>
  JSON.stringify({ "csp-report": { "effective-directive": "img-src", "blocked-uri": blocked, "line-number": 1 } });

/** As a browser does: without a cookie, and not as a request of the page. */
const send = (payload: string | Buffer, contentType = "application/csp-report") =>
  running.current.app.http.inject({
    method: "POST",
    url: "/api/csp_report",
    payload,
    headers: { "content-type": contentType, "sec-fetch-site": "cross-site" },
  });

const warnings = () => running.current.log.filter((line) => line.includes("content security policy"));

describe("the endpoint for CSP reports", () => {
  it("takes a report of anybody and logs what it says once", async () => {
    const answers = [await send(report("https://evil.test/a?b")), await send(report("https://evil.test/c"))];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toContain('"blocked":"https://evil.test"');
  });

  it.each([
    ["no JSON", "application/csp-report", "{"],
    ["bytes of another type", "image/png", Buffer.from([0, 1, 2])],
    ["the newer form", "application/reports+json", "[]"],
    ["nothing", "application/csp-report", ""],
  ])("answers the same for %s", async (_name, contentType, payload) => {
    const answer = await send(payload, contentType);
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  });

  it("does not read a body beyond its limit", async () => {
    expect((await send(Buffer.alloc(MAX_BYTES, "a"))).statusCode).toBe(204);
    expect((await send(Buffer.alloc(MAX_BYTES + 1, "a"))).statusCode).toBe(413);
  });
});
