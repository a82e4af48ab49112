import { defineRoutes } from "@dailies/contract";
import { expect, it } from "vitest";
import { z } from "zod";
import { createHttp } from "../create-http.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";

const reply = z.object({});
const params = z.object({ id: z.string() });
const contract = {
  things: defineRoutes({
    list: { method: "GET", path: "/api/things/list", access: "public", summary: "", reply },
    read: { method: "GET", path: "/api/things/:id", access: "public", summary: "", params, reply },
    remove: { method: "DELETE", path: "/api/things/:id", access: "public", summary: "", params, reply },
    rename: { method: "POST", path: "/api/things/:id/name", access: "public", summary: "", params, reply },
  }),
};

const open = () => {
  const http = createHttp({ trustedProxies: [] });
  for (const { method, path } of Object.values(contract.things)) {
    http.route({ method, url: path, handler: async () => "taken" });
  }
  http.setNotFoundHandler((_request, answer) => answer.code(404).send());
  refuseOtherMethods(http, contract, (allow) => (_request, answer) => {
    void answer.code(405).header("allow", allow).send();
  });
  return http;
};

it.each([
  ["GET", "/api/things/7", 200, undefined],
  ["POST", "/api/things/7", 405, "GET, DELETE"],
  ["DELETE", "/api/things/list", 405, "GET"],
  ["DELETE", "/api/things/l%69st", 405, "GET"],
  ["DELETE", "/api/things/list?x=1", 405, "GET"],
  ["HEAD", "/api/things/list", 405, "GET"],
  ["GET", "/api/things/7/name", 405, "POST"],
  ["PUT", "/api/things/7%2Fname", 405, "GET, DELETE"],
  ["GET", `/api/things/${"7".repeat(301)}/name`, 404, undefined],
  ["POST", "/api/things", 404, undefined],
  ["POST", "/api/things/7/", 404, undefined],
  ["POST", "/api/Things/list", 404, undefined],
] as const)("the router answers %s %s with %i", async (method, url, status, allow) => {
  const { statusCode, headers } = await open().inject({ method, url });
  expect([statusCode, headers.allow]).toEqual([status, allow]);
});

it("the router refuses another method before the body is read, and parses the body of an unknown path as before", async () => {
  const http = open();
  const payload = { headers: { "content-type": "text/plain" }, payload: "not JSON" };
  expect((await http.inject({ method: "PUT", url: "/api/things/7", ...payload })).statusCode).toBe(405);
  expect((await http.inject({ method: "PUT", url: "/api/unknown", ...payload })).statusCode).toBe(415);
});
