import { describe, expect, it } from "vitest";
import { type Access, allows, isExternalRole, type PermissionCode } from "./access.ts";

const principal = (codes: PermissionCode[] = [], isExternal = false) => ({ isExternal, permissions: new Set(codes) });

describe("who may", () => {
  it.each<[Access, boolean, boolean, boolean]>([
    ["public", true, true, true],
    ["signed-in", false, true, true],
    ["internal", false, false, true],
    [{ permission: "MAGI_ADMIN" }, false, false, false],
    [{ any: ["internal", "MAGI_ADMIN"] }, false, false, true],
  ])("%j: a stranger %s, external %s, internal %s", (access, stranger, external, internal) => {
    expect(allows(undefined, access)).toBe(stranger);
    expect(allows(principal([], true), access)).toBe(external);
    expect(allows(principal(), access)).toBe(internal);
  });

  it("is decided by the code itself, for internal and external people alike", () => {
    expect(allows(principal(["MAGI_ADMIN"], true), { permission: "MAGI_ADMIN" })).toBe(true);
    expect(allows(principal(["USER_MANAGE_R"]), { permission: "USER_MANAGE_W" })).toBe(false);
    expect(allows(principal(["MAGI_ADMIN"]), { any: ["USER_MANAGE_R", "PERM_MANAGE_R"] })).toBe(false);
  });

  it("is decided by the code for internal people alone where a route says so", () => {
    const access = { permission: "ADMIN_MANAGE_R", flags: ["MAGI_UGC_AUDIT"], isInternalOnly: true } as const;
    expect(allows(principal(["ADMIN_MANAGE_R"]), access)).toBe(true);
    expect(allows(principal([]), access)).toBe(false);
    expect(allows(principal(["ADMIN_MANAGE_R", "MAGI_UGC_AUDIT"], true), access, true)).toBe(false);
  });

  it("is decided by a single flag only where that is on", () => {
    const access = { permission: "MAGI_ADMIN", flags: ["MAGI_VIEW_PAYMENTS"] } as const;
    expect(allows(principal(["MAGI_VIEW_PAYMENTS"]), access)).toBe(false);
    expect(allows(principal(["MAGI_VIEW_PAYMENTS"]), access, true)).toBe(true);
    expect(allows(principal(["MAGI_MODIFY_CREDITS"]), access, true)).toBe(false);
    expect(allows(principal(["MAGI_ADMIN"]), access)).toBe(true);
    expect(allows(principal(["MAGI_VIEW_PAYMENTS"]), { permission: "MAGI_ADMIN" }, true)).toBe(false);
  });

  it("is decided by a flag beside other conditions, or by the flag alone", () => {
    const uploads = { any: ["internal", "USE_VERSION_1_0"], flags: ["MAGI_UPLOAD_ASSETS"] } as const;
    expect(allows(principal(["MAGI_UPLOAD_ASSETS"], true), uploads)).toBe(false);
    expect(allows(principal(["MAGI_UPLOAD_ASSETS"], true), uploads, true)).toBe(true);
    expect(allows(principal(["USE_VERSION_1_0"], true), uploads)).toBe(true);
    const flagOnly = { flags: ["MAGI_UPLOAD_ASSETS"] } as const;
    expect(allows(principal(["MAGI_UPLOAD_ASSETS"]), flagOnly)).toBe(false);
    expect(allows(principal(["MAGI_UPLOAD_ASSETS"]), flagOnly, true)).toBe(true);
    expect(allows(principal(["MAGI_ADMIN"]), flagOnly, true)).toBe(false);
  });

  it("gains nothing by a near miss of the internal role", () => {
    for (const role of ["Developer", "developer ", "developers", "admin", ""]) expect(isExternalRole(role)).toBe(true);
    expect(isExternalRole("developer")).toBe(false);
  });
});
