import { describe, expect, it } from "vitest";
import { DomainError } from "../../../../errors.ts";
import { asSearchRefusal, isOutOfTime, requestSignal, within } from "./answer-in-time.ts";

const codeOf = (error: unknown): unknown => (error instanceof DomainError ? error.message : error);

describe("an answer that takes long", () => {
  it("is told from one that nobody waits for", async () => {
    const gone = new AbortController();
    const late = requestSignal(gone.signal, 1);
    await new Promise((resolve) => late.addEventListener("abort", resolve));
    expect([isOutOfTime(late), codeOf(asSearchRefusal(new Error("interrupted"), late))]).toEqual([
      true,
      expect.stringMatching(/timed out/),
    ]);
    const left = requestSignal(gone.signal);
    gone.abort();
    expect([isOutOfTime(left), codeOf(asSearchRefusal(new Error("interrupted"), left))]).toEqual([
      false,
      expect.stringMatching(/cancelled by the client/),
    ]);
  });

  it("stays a fault when it is one", () => {
    const fault = new Error("no such function");
    expect(asSearchRefusal(fault, new AbortController().signal)).toBe(fault);
    const memory = new Error("Out of Memory Error: could not allocate");
    expect(codeOf(asSearchRefusal(memory, new AbortController().signal))).toMatch(/too much memory/);
  });

  it("is not waited for beyond a limit", async () => {
    expect(await within(5, new Promise(() => undefined))).toBeUndefined();
    expect(await within(1_000, Promise.resolve(7))).toBe(7);
  });
});
