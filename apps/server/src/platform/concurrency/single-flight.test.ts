import { describe, expect, it } from "vitest";
import { SingleFlight } from "./single-flight.ts";

const pending = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return promise;
  };
  return { start, resolve, reject, signals };
};

describe("shared work", () => {
  it("is done once for all who ask meanwhile, and again for who asks later", async () => {
    const work = new SingleFlight<string>();
    const first = pending();
    const answers = [work.join("k", first.start), work.join("k", first.start, new AbortController().signal)];
    first.resolve("done");
    expect(await Promise.all(answers)).toEqual(["done", "done"]);
    expect(first.signals).toHaveLength(1);
    const second = pending();
    second.resolve("again");
    expect(await work.join("k", second.start)).toBe("again");
  });

  it("goes on while one still waits, and is given up when the last has left", async () => {
    const work = new SingleFlight<string>();
    const { start, signals } = pending();
    const [one, other] = [new AbortController(), new AbortController()];
    const answers = [work.join("k", start, one.signal), work.join("k", start, other.signal)];
    one.abort();
    await expect(answers[0]).rejects.toMatchObject({ code: "unavailable" });
    expect(signals[0]?.aborted).toBe(false);
    other.abort();
    await expect(answers[1]).rejects.toMatchObject({ code: "unavailable" });
    expect(signals[0]?.aborted).toBe(true);
    const next = pending();
    next.resolve("anew");
    expect(await work.join("k", next.start)).toBe("anew");
  });

  it("is not given up while somebody wants it in any case", async () => {
    const work = new SingleFlight<string>();
    const { start, signals, resolve } = pending();
    const kept = work.join("k", start);
    const leaving = new AbortController();
    const left = work.join("k", start, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: "unavailable" });
    expect(signals[0]?.aborted).toBe(false);
    resolve("kept");
    expect(await kept).toBe("kept");
  });

  it("tells all of a failure", async () => {
    const work = new SingleFlight<string>();
    const { start, reject } = pending();
    const answers = [work.join("k", start), work.join("k", start, new AbortController().signal)];
    reject(new Error("no"));
    for (const answer of answers) await expect(answer).rejects.toThrow("no");
  });
});
