import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadScreens } from "../../checks/screens.ts";
import { type Admission, openAdmission, routesByName } from "./admission.ts";
import { decide } from "./decide.ts";
import { EXPECTATIONS } from "./expectations/all-expectations.ts";
import { EIGHT_CODES } from "./expectations/expectation.ts";
import { makeMachines } from "./machines.ts";
import { ask, splitName, tableFaults } from "./matrix.ts";
import { makePrincipals, type Principal } from "./principals.ts";
import { SCREEN_DATA } from "./screen-data.ts";

let admission: Admission;
let principals: Map<string, Principal>;

beforeAll(async () => {
  admission = await openAdmission();
  const everybody = [...(await makePrincipals(admission.db, "telling")), ...(await makeMachines(admission.db))];
  principals = new Map(everybody.map((principal) => [principal.name, principal]));
});

afterAll(() => admission.close());

const named = (name: string): Principal => {
  const principal = principals.get(name);
  if (principal === undefined) throw new Error(`no principal ${name}`);
  return principal;
};

const routeNames = Object.keys(EXPECTATIONS);
const telling = [
  "nobody",
  "disabled",
  "partner-0",
  "developer-0",
  "developer-255",
  "developer-everything",
  "machine-everything",
];

describe("the table of expectations", () => {
  it("has one line for each route and no line without one", () => {
    expect(tableFaults(routesByName().keys())).toEqual([]);
  });

  it("would notice a route that nobody decided about", () => {
    expect(tableFaults([...routeNames, "GET /api_v1/new"])).toEqual(["GET /api_v1/new has no expectation"]);
    expect(tableFaults(routeNames.slice(1))).toEqual([`${routeNames[0]} is expected but is no route`]);
  });
});

describe("T1: a name in x-username decides nothing", () => {
  it.each(routeNames)("%s answers the same, byte for byte", async (name) => {
    for (const who of telling) {
      const plain = await ask(admission.http, name, named(who));
      for (const claim of ["admin", "developer-255", "", "admin, developer-255"]) {
        const forged = await ask(admission.http, name, named(who), { headers: { "x-username": claim } });
        expect(forged).toEqual(plain);
      }
    }
  });
});

describe("T7: the server ignores the silent flag", () => {
  it.each(routeNames)("%s answers the same with it and without", async (name) => {
    for (const who of telling) {
      const plain = await ask(admission.http, name, named(who));
      for (const query of ["?silent=true", "?silent=1", "?silent", "?silent=true&silent=false"]) {
        expect(await ask(admission.http, name, named(who), { query })).toEqual(plain);
      }
    }
  });
});

describe("a refusal comes before the request is read", () => {
  const guarded = routeNames.filter((name) => EXPECTATIONS[name]?.rule !== "anyone");

  it.each(guarded)("%s tells a stranger nothing about what it takes", async (name) => {
    const { method, path } = splitName(name);
    const response = await admission.http.inject({
      method: method as "POST",
      url: `${path.replace(/:\w+/, "not-an-id")}?page=-1`,
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
      ...(method === "POST" && { payload: "{ not json" }),
    });
    expect(response.statusCode).toBe(401);
  });
});

describe("T21: what is internal stays closed to external people", () => {
  const internal = routeNames.filter((name) => EXPECTATIONS[name]?.rule === "staff");

  it("knows of internal calls", () => expect(internal).not.toEqual([]));

  it.each(internal)("%s refuses an external user who holds every code", async (name) => {
    expect((await ask(admission.http, name, named("partner-255"))).status).toBe(403);
    expect((await ask(admission.http, name, named("developer-0"))).status).toBe(200);
  });
});

describe("T22: the data of a guarded screen is guarded too", () => {
  it("names the calls of every guarded screen that is built", async () => {
    const guarded = (await loadScreens()).filter(({ isBuilt, access }) => isBuilt && access !== "public");
    expect(Object.keys(SCREEN_DATA).sort()).toEqual(guarded.map(({ path }) => path).sort());
  });

  it.each(Object.entries(SCREEN_DATA))("%s reads nothing that a stranger may read", async (_screen, calls) => {
    for (const name of calls) {
      const rule = EXPECTATIONS[name]?.rule;
      expect(rule).toBeDefined();
      expect(decide(rule ?? "anyone", "stranger")).toBe(401);
      expect((await ask(admission.http, name, named("nobody"))).status).toBe(401);
    }
  });
});

describe("the evaluator of this proof", () => {
  const holds = (...codes: (typeof EIGHT_CODES)[number][]) => ({ role: "partner", holds: new Set(codes) });

  it("reads each kind of rule", () => {
    expect(decide("anyone", "stranger")).toBe(200);
    expect(decide("signed-in", "stranger")).toBe(401);
    expect(decide("MAGI_ADMIN", holds("USER_MANAGE_R"))).toBe(403);
    expect(decide("MAGI_ADMIN", holds("MAGI_ADMIN"))).toBe(200);
    expect(decide(["staff", "PERM_MANAGE_R"], holds("PERM_MANAGE_R"))).toBe(200);
    expect(decide(["staff", "PERM_MANAGE_R"], { role: "developer", holds: new Set() })).toBe(200);
    const machine = { scopes: new Set(["users:write"]) };
    expect(decide({ service: "users:write" }, machine)).toBe(200);
    expect(decide({ service: "orders:write" }, machine)).toBe(403);
    expect(decide({ service: "users:write" }, { role: "developer", holds: new Set(EIGHT_CODES) })).toBe(401);
    expect(decide("signed-in", machine)).toBe(401);
    expect(decide("staff", { role: "Developer", holds: new Set(EIGHT_CODES) })).toBe(403);
  });
});
