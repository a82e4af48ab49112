import { describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";

const CANARY = "canary-7f3a";

describe("the log", () => {
  it.each([
    ["a password", { password: CANARY }],
    ["the current password, deep inside", { body: { a: { current_password: CANARY } } }],
    ["a one-time code in a list", { items: [{ code: CANARY }] }],
    ["request headers in any case", { headers: { Cookie: CANARY, AUTHORIZATION: CANARY, "Set-Cookie": CANARY } }],
    ["tokens and keys", { token: CANARY, secret: CANARY, secretKey: CANARY, secretAccessKey: CANARY }],
    ["keys of storage", { secret_access_key: CANARY, aws_secret_access_key: CANARY, sealed_secret: CANARY }],
    ["a signed address", { url: `https://s3.test/a?X-Amz-Credential=${CANARY}%2Fx&X-Amz-Signature=${CANARY}` }],
    ["what an address was signed with, in words", { said: `refused: /a?x-amz-signature=${CANARY}` }],
    ["a connection address", { url: `smtp://mailer:${CANARY}@mail.test:25` }],
    ["what is nested too deeply to look at", { a: { b: { c: { d: { e: { f: { g: { password: CANARY } } } } } } } }],
  ])("never shows %s", (_what, fields) => {
    const { log, lines } = captureLog();
    log.info(fields, "seen");
    log.child(fields).info("seen");
    log.child({}).child(fields).info("seen");
    expect(lines).toHaveLength(3);
    expect(lines.join("")).not.toContain(CANARY);
  });

  it("writes type, message and stack of an error, and no field that a library added", () => {
    const { log, lines } = captureLog();
    const cause = Object.assign(new Error(`cannot reach redis://:${CANARY}@127.0.0.1`), { config: { auth: CANARY } });
    const error = Object.assign(new Error("outer", { cause }), { response: CANARY, detail: CANARY, code: "E1" });
    log.error({ err: error }, "failed");
    expect(lines.join("")).not.toContain(CANARY);
    const { err } = JSON.parse(lines[0] ?? "");
    expect(err).toMatchObject({
      type: "Error",
      message: "outer",
      code: "E1",
      cause: { message: "cannot reach redis://[redacted]@127.0.0.1" },
    });
    expect(err.stack).toContain("log.test.ts");
  });

  it("keeps ordinary fields, names levels and tells the time with its zone", () => {
    const { log, lines } = captureLog();
    log.warn({ requestId: "r1", at: new Date(0), status: 200, nothing: null }, "constant words");
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "warn",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: "r1",
      at: "1970-01-01T00:00:00.000Z",
      status: 200,
      nothing: null,
      msg: "constant words",
    });
  });
});
