import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTelemetry } from "./telemetry.ts";

interface CollectedSpan {
  name: string;
  traceId: string;
  parentSpanId?: string;
  status: { code?: number; message?: string };
}
interface Export {
  resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[];
}

let collector: Server;
let endpoint: string;
let spans: CollectedSpan[] = [];

beforeAll(async () => {
  collector = createServer((request, response) => {
    json(request).then(
      (body) => {
        const { resourceSpans } = body as Export;
        spans.push(...resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans)));
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      },
      () => response.writeHead(400).end(),
    );
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
beforeEach(() => {
  spans = [];
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const open = (ratio: number) => openTelemetry({ endpoint, ratio, serviceName: "dailies-test", version: "1" });
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = (flags: "00" | "01") => `00-${traceId}-00f067aa0ba902b7-${flags}`;

describe("telemetry", () => {
  it("sends a span for a request that is sampled, and hands over what the act gave", async () => {
    const telemetry = await open(1);
    expect(telemetry.trace("GET /a", undefined, () => 1)).toBe(1);
    expect(await telemetry.trace("GET /b", undefined, async () => 2)).toBe(2);
    await telemetry.shutdown();
    expect(spans.map((span) => span.name)).toEqual(["GET /a", "GET /b"]);
  });

  it("does nothing for one that is not", async () => {
    const telemetry = await open(0);
    await telemetry.trace("GET /a", undefined, () => 1);
    await telemetry.trace("GET /b", parent("00"), () => 1);
    await telemetry.trace("GET /c", "nonsense", () => 1);
    await telemetry.shutdown();
    expect(spans).toEqual([]);
  });

  it("joins the caller's trace when the caller samples it", async () => {
    const telemetry = await open(0);
    await telemetry.trace("GET /a", parent("01"), async () => 1);
    await telemetry.shutdown();
    expect(spans).toMatchObject([{ name: "GET /a", traceId, parentSpanId: "00f067aa0ba902b7" }]);
  });

  it("marks a failure by its kind and lets it pass", async () => {
    const telemetry = await open(1);
    const fail = () => {
      throw new RangeError("secret words");
    };
    expect(() => telemetry.trace("GET /a", undefined, fail)).toThrow("secret words");
    await expect(telemetry.trace("GET /b", undefined, async () => fail())).rejects.toThrow("secret words");
    await telemetry.shutdown();
    expect(spans.map((span) => span.status)).toEqual([
      { code: 2, message: "RangeError" },
      { code: 2, message: "RangeError" },
    ]);
    expect(JSON.stringify(spans)).not.toContain("secret words");
  });
});
