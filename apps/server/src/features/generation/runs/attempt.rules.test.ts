import type { PerformerTaskStatus } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { chargeFor } from "../jobs/cost.rules.ts";
import { MAX_LOG_LINES, withLogLine } from "../jobs/job.rules.ts";
import { cellStatusOf, countedAttempt } from "./attempt.rules.ts";

const attempts = (...statuses: PerformerTaskStatus[]) =>
  statuses.map((status, index) => ({ id: `a${index + 1}`, n: index + 1, status }));

describe("which attempt counts", () => {
  const three = attempts("Failed", "Succeeded", "Succeeded", "Cancelled");

  it("is the first success, the latest, or the pinned one", () => {
    expect(countedAttempt("first_success", three, null)?.id).toBe("a2");
    expect(countedAttempt("latest", three, null)?.id).toBe("a3");
    expect(countedAttempt("first_success", three, "a3")?.id).toBe("a3");
    expect(countedAttempt("pinned", three, "a1")?.id).toBe("a2");
    expect(countedAttempt("latest", attempts("Failed"), null)).toBeUndefined();
  });
});

describe("what a cell says", () => {
  it.each([
    [[], "Waiting"],
    [["Pending"], "Queued"],
    [["Queued"], "Queued"],
    [["Succeeded", "Running"], "Running"],
    [["Succeeded", "Failed"], "Succeeded"],
    [["Failed", "Cancelled"], "Cancelled"],
    [["Expired"], "Failed"],
  ] as const)("%j is %s", (statuses, expected) => {
    expect(cellStatusOf(attempts(...statuses))).toBe(expected);
  });
});

describe("the log of a call", () => {
  it("keeps how it began and how it went on last, and no more than fits", () => {
    let log = withLogLine([], new Date(0), "first");
    for (let n = 0; n < 200; n++) log = withLogLine(log, new Date(n), `line ${n} ${"x".repeat(1_000)}\u0000`);
    expect(log).toHaveLength(MAX_LOG_LINES);
    expect(log[0]?.text).toBe("first");
    expect(log.at(-1)?.text).toMatch(/^line 199/);
    expect(log.every(({ text }) => text.length <= 300 && !text.includes("\u0000"))).toBe(true);
  });
});

describe("what a clip costs", () => {
  const probe = { width: 1, height: 1, fps: 1, frames: 1, codec: "c", audio: null, vfr: false, duration: 4.04 };
  const pricing = { unit: "second", unit_price_micros: 50_000, currency: "USD", checked_at: null } as const;
  const charge = { pricing, probe, estimateMicros: 250_000, reported: undefined };

  it("is what the provider says in our currency, else the price of what came, else what was expected", () => {
    const reported = { amountMicros: 7, currency: "USD" };
    expect(chargeFor({ ...charge, reported })).toMatchObject({ amountMicros: 7, basis: "reported" });
    expect(chargeFor({ ...charge, reported: { amountMicros: 7, currency: "CNY" } })).toMatchObject({
      amountMicros: 202_000,
      basis: "computed",
    });
    expect(chargeFor({ ...charge, reported: { amountMicros: 0.5, currency: "USD" } })?.basis).toBe("computed");
    const unknown = { ...charge, probe: { ...probe, duration: null } };
    expect(chargeFor(unknown)).toMatchObject({ amountMicros: 250_000, basis: "estimated" });
    expect(chargeFor({ ...charge, pricing: null })).toBeNull();
  });
});
