import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScimFault } from "./scim-fault.ts";
import { readFilter, readJson, readNewUser, readPage, readPatch, readReplacement } from "./scim-messages.rules.ts";

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const patchOf = (...operations: object[]) => ({ schemas: [PATCH_OP], Operations: operations });

const typeOf = (act: () => unknown): string | undefined => {
  try {
    act();
  } catch (error) {
    if (error instanceof ScimFault) return error.scimType;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("a filter of SCIM", () => {
  it("finds by user name or external id, whatever the case of its words", () => {
    expect(readFilter('userName eq "ada"')).toEqual({ attribute: "userName", value: "ada" });
    expect(readFilter(' EXTERNALID Eq "a \\"b\\" \\u00e9" ')).toEqual({ attribute: "externalId", value: 'a "b" é' });
  });

  it("is refused when it asks for anything else", () => {
    for (const filter of [
      "",
      "userName eq ada",
      'emails eq "a"',
      'userName co "a"',
      'userName eq "a" or active eq true',
    ])
      expect(typeOf(() => readFilter(filter))).toBe("invalidFilter");
    expect(typeOf(() => readFilter('userName eq "\\x"'))).toBe("invalidFilter");
  });
});

describe("a page of SCIM", () => {
  it("takes bounds for what is beyond them", () => {
    expect(readPage({})).toEqual({ startIndex: 1, count: 100 });
    expect(readPage({ startIndex: "0", count: "-1" })).toEqual({ startIndex: 1, count: 0 });
    expect(readPage({ startIndex: "99999999999999999999", count: "9999" })).toEqual({
      startIndex: 1_000_000_000,
      count: 200,
    });
    expect(typeOf(() => readPage({ startIndex: "1.5" }))).toBe("invalidValue");
  });
});

describe("a patch of SCIM", () => {
  it("sets active, as Entra ID and Okta write it", () => {
    expect(readPatch(patchOf({ op: "Replace", path: "active", value: "False" }))).toBe(false);
    expect(readPatch(patchOf({ op: "replace", value: { active: false } }))).toBe(false);
    expect(readPatch(patchOf({ op: "Add", path: "active", value: "True" }))).toBe(true);
    expect(
      readPatch(patchOf({ op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: false })),
    ).toBe(false);
  });

  it("keeps its active when other attributes are in the same request", () => {
    const mixed = patchOf(
      { op: "Replace", path: "displayName", value: "Ada" },
      { op: "Add", path: 'emails[type eq "work"].value', value: "a@example.test" },
      { op: "Replace", path: "active", value: "False" },
      { op: "remove", path: "title" },
    );
    expect(readPatch(mixed)).toBe(false);
    expect(readPatch(patchOf({ op: "Replace", path: "displayName", value: "Ada" }))).toBeUndefined();
  });

  it("is refused when it is none, or active is no boolean", () => {
    for (const body of [undefined, [], {}, { Operations: [] }, patchOf({ op: "move", path: "active", value: false })])
      expect(typeOf(() => readPatch(body))).toBe("invalidSyntax");
    for (const value of ["no", 0, null, undefined, [false]])
      expect(typeOf(() => readPatch(patchOf({ op: "replace", path: "active", value })))).toBe("invalidValue");
    expect(typeOf(() => readPatch(patchOf({ op: "remove", path: "active" })))).toBe("mutability");
    expect(typeOf(() => readPatch(patchOf({ op: "remove" })))).toBe("noTarget");
  });

  it("never breaks of what it contains", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (body, value) => {
        for (const read of [
          () => readPatch(body),
          () => readPatch(patchOf({ op: "replace", value }, { op: "add", path: JSON.stringify(value), value: body })),
          () => readReplacement(body),
          () => readNewUser(body),
          () => readJson(Buffer.from(JSON.stringify(body).slice(1))),
        ]) {
          try {
            read();
          } catch (error) {
            expect(error).toBeInstanceOf(ScimFault);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("a new user of SCIM", () => {
  const user = { userName: "ada", emails: [{ value: "ada@example.test", type: "work", primary: true }] };

  it("has the name and the primary address that the directory gives", () => {
    const emails = [{ value: "home@example.test" }, { value: "ada@example.test", primary: true }];
    expect(readNewUser({ ...user, emails, displayName: "Ada Example", password: "never read" })).toEqual({
      username: "ada",
      email: "ada@example.test",
      realname: "Ada Example",
    });
    expect(readNewUser({ ...user, name: { givenName: "Ada", familyName: "Example" } }).realname).toBe("Ada Example");
    expect(readNewUser(user).realname).toBe("ada");
  });

  it("is refused without an address, with a name that accounts cannot have, or when inactive", () => {
    for (const change of [{ emails: [] }, { emails: null }, { userName: "ada@example.test" }, { active: "False" }])
      expect(typeOf(() => readNewUser({ ...user, ...change }))).toBe("invalidValue");
  });
});
