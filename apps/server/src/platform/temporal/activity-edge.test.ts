import { MockActivityEnvironment } from "@temporalio/testing";
import { describe, expect, it } from "vitest";
import { DomainError } from "../../errors.ts";
import { captureLog } from "../../testing/captured-log.ts";
import { atActivityEdge } from "./activity-edge.ts";

const run = async (act: () => Promise<unknown>) => {
  const { log, lines } = captureLog();
  const { work } = atActivityEdge({ work: async (_input: { requestId: string }) => act() }, log);
  const outcome = await new MockActivityEnvironment()
    .run(work, { requestId: "request-1" })
    .catch((error: unknown) => error);
  return { outcome, line: JSON.parse(lines[0] ?? "{}") };
};

describe("the activity edge", () => {
  it("lets a result pass and logs the request it belongs to", async () => {
    const { outcome, line } = await run(async () => 42);
    expect(outcome).toBe(42);
    expect(line).toMatchObject({ level: "info", activity: "work", requestId: "request-1", attempt: 1 });
  });

  it("makes a refusal final", async () => {
    const { outcome, line } = await run(async () => {
      throw new DomainError("not_found", "no such task");
    });
    expect(outcome).toMatchObject({
      name: "ApplicationFailure",
      type: "not_found",
      message: "no such task",
      nonRetryable: true,
    });
    expect(line.level).toBe("info");
  });

  it.each(["upstream_failed", "unavailable", "throttled"] as const)("tries again after %s", async (code) => {
    const { outcome, line } = await run(async () => {
      throw new DomainError(code, "not now");
    });
    expect(outcome).toMatchObject({ type: code, nonRetryable: false });
    expect(line).toMatchObject({ level: "warn", requestId: "request-1" });
  });

  it("logs a bug at level error and keeps its message out of the workflow history", async () => {
    const { outcome, line } = await run(async () => {
      throw new TypeError("secret-canary");
    });
    expect(outcome).toMatchObject({ type: "TypeError", nonRetryable: false });
    expect(JSON.stringify(outcome) + String((outcome as Error).stack)).not.toContain("secret-canary");
    expect(line).toMatchObject({ level: "error", err: { message: "secret-canary" } });
  });
});
