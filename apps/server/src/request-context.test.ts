import { describe, expect, it } from "vitest";
import { auditActor, programContext, systemContext } from "./request-context.ts";

const at = new Date("2026-11-15T08:00:00.123Z");

describe("what the operation log records of a request context", () => {
  it("is the user name, the request id and the time of the request, and nothing else of it", () => {
    const context = { ...programContext("ada", "r-1", at), headers: ["set-cookie", "secret"] };
    expect(auditActor(context)).toEqual({ userName: "ada", requestId: "r-1", at });
  });

  it("bears the time of the act where that is another", () => {
    const later = new Date(at.getTime() + 1_000);
    expect(auditActor(programContext("ada", "r-1", at), later)).toEqual({
      userName: "ada",
      requestId: "r-1",
      at: later,
    });
  });

  it("names the system for work that nobody asked for", () => {
    expect(auditActor(systemContext("sweep", at))).toEqual({ userName: "system", requestId: "sweep", at });
  });
});
