import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../actor.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import { Authenticator } from "./authenticate.ts";

const token = (name: string): string => name.padEnd(43, "x");
const cookie = (name: string): string => `__Host-sid=${token(name)}`;
const person = (username: string) => ({ username }) as Actor;

/** The live sessions in the database, and the queries that read them. */
const aStore = (...names: string[]) => {
  const live = new Map(names.map((name) => [hashToken(token(name)).toString("hex"), person(name)]));
  const queries: number[] = [];
  const load = async (hashes: readonly Buffer[]) => {
    queries.push(hashes.length);
    const keys = hashes.map((hash) => hash.toString("hex"));
    return new Map(keys.flatMap((key) => (live.has(key) ? [[key, live.get(key) as Actor] as const] : [])));
  };
  return { live, queries, load, end: (name: string) => live.delete(hashToken(token(name)).toString("hex")) };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the authenticator", () => {
  it("asks once for many requests of one session, and not at all for what we never made", async () => {
    const store = aStore("ada");
    const authenticator = new Authenticator(store.load);
    const both = await Promise.all([
      authenticator.authenticate(cookie("ada")),
      authenticator.authenticate(cookie("ada")),
    ]);
    expect(both.map((actor) => actor?.username)).toEqual(["ada", "ada"]);
    expect(authenticator.authenticate(cookie("ada"))).toMatchObject({ username: "ada" });
    expect(authenticator.authenticate("__Host-sid=garbage")).toBeUndefined();
    expect(authenticator.authenticate(undefined)).toBeUndefined();
    expect(store.queries).toEqual([1]);
  });

  it("reads all sessions in use again with one query, and forgets those not in use", async () => {
    const store = aStore("ada", "bo", "cy");
    const authenticator = new Authenticator(store.load);
    for (const name of ["ada", "bo", "cy"]) await authenticator.authenticate(cookie(name));
    await vi.advanceTimersByTimeAsync(400);
    expect(store.queries).toEqual([1, 1, 1, 3]);
    await authenticator.authenticate(cookie("ada"));
    await vi.advanceTimersByTimeAsync(400);
    expect(store.queries).toEqual([1, 1, 1, 3, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.queries).toEqual([1, 1, 1, 3, 1]);
  });

  it("lets nobody in whose session ended, within a second, however busy they are", async () => {
    const store = aStore("ada");
    const authenticator = new Authenticator(store.load);
    await authenticator.authenticate(cookie("ada"));
    store.end("ada");
    for (let ms = 0; ms < 900; ms += 50) {
      await authenticator.authenticate(cookie("ada"));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(await authenticator.authenticate(cookie("ada"))).toBeUndefined();
  });

  it("accepts no cached session for longer than a second when the sessions cannot be read", async () => {
    const store = aStore("ada");
    const faults: unknown[] = [];
    let isDown = false;
    const load = (hashes: readonly Buffer[]) => (isDown ? Promise.reject(new Error("down")) : store.load(hashes));
    const authenticator = new Authenticator(load, (error) => faults.push(error));
    await authenticator.authenticate(cookie("ada"));
    isDown = true;
    await vi.advanceTimersByTimeAsync(850);
    await expect(Promise.resolve(authenticator.authenticate(cookie("ada")))).rejects.toThrow("down");
    expect(faults).not.toEqual([]);
    isDown = false;
    expect(await authenticator.authenticate(cookie("ada"))).toMatchObject({ username: "ada" });
  });

  it("sees a change at once that it was told of", async () => {
    const store = aStore("ada");
    const authenticator = new Authenticator(store.load);
    await authenticator.authenticate(cookie("ada"));
    store.end("ada");
    authenticator.forget(token("ada"));
    expect(await authenticator.authenticate(cookie("ada"))).toBeUndefined();
  });
});
