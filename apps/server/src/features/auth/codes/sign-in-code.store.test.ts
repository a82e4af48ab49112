import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { findSignInCodeForDelivery, insertSignInCode, markUsed, storeCodeHash, takeTry } from "./sign-in-code.store.ts";

const database = testDatabase();
const NOW = new Date("2026-11-15T12:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const aRequest = async (options: { codeHash?: Buffer | undefined } = { codeHash: randomBytes(32) }) => {
  const user = await aUser(database.current.db);
  const request = {
    id: newId(),
    requestHash: randomBytes(32),
    email: user.email,
    createdAt: NOW,
    expiresAt: later(10),
  };
  await insertSignInCode(database.current.db, request);
  if (options.codeHash) await storeCodeHash(database.current.db, request.id, options.codeHash);
  return request;
};
const guess = (request: { requestHash: Buffer; email: string }, now = NOW) =>
  takeTry(database.current.db, { requestHash: request.requestHash, email: request.email, now });

describe("sign-in codes", () => {
  it("allow five tries, also when fifty come at once", async () => {
    const request = await aRequest();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => guess(request)));
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(5);
    expect(await guess(request)).toBeUndefined();
  });

  it("can be tried only by the browser that asked, for its address and in time, whether or not there is a code yet", async () => {
    const request = await aRequest();
    expect(await guess({ ...request, requestHash: randomBytes(32) })).toBeUndefined();
    expect(await guess({ ...request, email: "other@dailies.test" })).toBeUndefined();
    expect(await guess(request, later(10))).toBeUndefined();
    expect(await guess({ ...request, email: request.email.toUpperCase() }, later(9))).toMatchObject({ id: request.id });
    expect(await guess(await aRequest({ codeHash: undefined }))).toMatchObject({ codeHash: null });
  });

  it("work once, also when used concurrently", async () => {
    const request = await aRequest();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => markUsed(database.current.db, request.id, NOW)),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await guess(request)).toBeUndefined();
    expect(await storeCodeHash(database.current.db, request.id, randomBytes(32))).toBe(false);
    expect(await findSignInCodeForDelivery(database.current.db, { id: request.id, now: NOW })).toBeUndefined();
  });
});
