import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aUser } from "../testing/builders/a-user.ts";
import { runApp, signIn } from "../testing/rigs/start-app.ts";

const PASSWORD = "a long enough passphrase";
const running = runApp();
const call = (path: string, options = {}) => running.current.call(path, options);

describe("the edge", () => {
  it.each([
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "none" }, 422],
    [{ "sec-fetch-site": "same-origin" }, 422],
  ])("lets a state-changing call pass only from our own pages: %j", async (headers, status) => {
    expect((await call("/api/auth/login", { method: "POST", body: {}, headers })).status).toBe(status);
  });

  it("falls back to the Origin of browsers that do not say where a call comes from, and refuses without either", async () => {
    const post = (headers: Record<string, string>) =>
      running.current.app.http.inject({ method: "POST", url: "/api/auth/login", payload: {}, headers });
    const [own] = running.current.app.edge.origins;
    expect((await post({ origin: own ?? "" })).statusCode).toBe(422);
    expect((await post({ origin: "https://evil.test" })).statusCode).toBe(403);
    expect((await post({ origin: "null" })).statusCode).toBe(403);
    expect((await post({})).statusCode).toBe(403);
  });

  it("refuses a stranger before looking at what they sent", async () => {
    const answer = await call("/api/auth/set_password", { method: "POST", body: { nonsense: true } });
    expect(answer.status).toBe(401);
    const malformed = await running.current.app.http.inject({
      method: "POST",
      url: "/api/auth/set_password",
      payload: "{ not json",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    });
    expect(malformed.statusCode).toBe(401);
  });

  it.each([
    ["text/plain", "{}", 415],
    ["application/x-www-form-urlencoded", "a=b", 415],
    ["application/json", "{ not json", 400],
    ["application/json", '{"__proto__": {"a": 1}}', 400],
    ["application/json", JSON.stringify({ username: "x".repeat(300_000), password: "y" }), 413],
  ])("reads JSON and nothing else: %s", async (contentType, payload, status) => {
    const headers = { "content-type": contentType, "sec-fetch-site": "same-origin" };
    const answer = await running.current.app.http.inject({ method: "POST", url: "/api/auth/login", payload, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ detail: expect.any(String), request_id: expect.any(String) });
  });

  it("says which methods an address takes", async () => {
    const { status, headers } = await call("/api/auth/login", { method: "PUT" });
    expect([status, headers.allow]).toEqual([405, "POST"]);
    expect((await call("/api/auth/me", { method: "HEAD" })).status).toBe(405);
  });

  it.each(["/api/auth/ME", "/api/auth/me/", "//api/auth/me", "/api/nothing"])(
    "knows each address in one spelling: %s",
    async (path) => expect((await call(path)).status).toBe(404),
  );

  it("carries the security headers and a request id on every answer, also on refusals", async () => {
    for (const path of ["/api/auth/me", "/api/nothing"]) {
      const { headers } = await call(path);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(/^[\w]{8}-[\w]+$/),
      });
    }
  });

  it("writes one access line by route template, without query values, with the claimed name", async () => {
    const before = running.current.log.length;
    const headers = { "x-username": 'ada"\n{' };
    await call("/api/auth/me?email=someone@secret.test", { headers });
    const lines = running.current.log.slice(before);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      msg: "answered",
      route: "/api/auth/me",
      status: 401,
      code: "not_signed_in",
      claimed_username: headers["x-username"],
    });
    expect(lines[0]).not.toContain("secret.test");
  });
});

describe("the access log", () => {
  const json = { "content-type": "application/json" };
  const service = "/api_v1/service/credits/reserve";

  it.each([
    [
      "a request that another site sends",
      "/api/auth/login",
      { ...json, "sec-fetch-site": "cross-site" },
      "{}",
      "foreign_request",
    ],
    ["a body that is no JSON", "/api/auth/login", json, "{", "malformed"],
    ["a key that would change code", "/api/auth/login", json, '{"__proto__":{}}', "malformed"],
    ["a body of another type", "/api/auth/login", { "content-type": "text/plain" }, "{}", "unsupported_media_type"],
    ["values that the schema refuses", "/api/auth/login", json, '{"username":5}', "invalid"],
    ["a body that is too large", "/api/auth/login", json, `"${"x".repeat(300_000)}"`, "too_large"],
    ["a call without a session", "/api/auth/set_password", json, "{}", "not_signed_in"],
    ["a service request without a signature", service, json, "{}", "not_signed_in"],
  ])("names the kind of %s", async (_what, url, headers, payload, code) => {
    const before = running.current.log.length;
    const ours = { "sec-fetch-site": "same-origin" };
    await running.current.app.http.inject({ method: "POST", url, payload, headers: { ...ours, ...headers } });
    const [line = "", ...others] = running.current.log.slice(before);
    expect(others).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ msg: "answered", code });
  });
});

describe("T17: an unexpected error", () => {
  it("says one fixed sentence and a request id, and keeps the rest in the log", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    const cookies = await signIn(running.current, user.username, PASSWORD);
    const original = running.current.app.edge.authenticator.authenticate;
    running.current.app.edge.authenticator.authenticate = () =>
      Promise.reject(new Error("<script>alert('secret stack')</script>"));
    const { status, body } = await call("/api/auth/me", { cookies });
    running.current.app.edge.authenticator.authenticate = original;
    expect(status).toBe(500);
    expect(body).toEqual({ code: "internal", detail: MESSAGES.unknownError, request_id: expect.any(String) });
    expect(
      running.current.log.some((line) => line.includes("secret stack") && line.includes(String(body.request_id))),
    ).toBe(true);
  });
});

describe("T7: the silent flag", () => {
  it.each(["/api/auth/me", "/api_v1/system/health", "/api/auth/sessions"])(
    "changes nothing on the server: %s",
    async (path) => {
      const user = await aUser(running.current.db, { password: PASSWORD, role: "labeller" });
      const cookies = await signIn(running.current, user.username, PASSWORD);
      for (const who of [undefined, cookies]) {
        const plain = await call(path, { cookies: who });
        const silent = await call(`${path}?silent=true`, { cookies: who });
        expect(silent.status).toBe(plain.status);
        expect({ ...silent.body, request_id: "" }).toEqual({ ...plain.body, request_id: "" });
      }
    },
  );
});

describe("T21: somebody external", () => {
  it("is refused internal reads by the server, whatever the menu shows", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD, role: "Developer" });
    const cookies = await signIn(running.current, user.username, PASSWORD);
    const { status, body } = await call("/api_v1/system/health", { cookies });
    expect(status).toBe(403);
    expect(body.detail).toBe(MESSAGES.noOperationPermission);
    expect((await call("/api/auth/me", { cookies })).body.is_external).toBe(true);
  });
});
