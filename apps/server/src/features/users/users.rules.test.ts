import { PERMISSION_CODES } from "@dailies/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asCodeSet,
  changeRefusal,
  codesGiven,
  codesTaken,
  effectiveFlags,
  GUARDED_CODES,
  isChanged,
  lostCodes,
  type UserState,
} from "./users.rules.ts";

const codes = fc.array(fc.constantFrom(...PERMISSION_CODES, "CUSTOM_ONE", "CUSTOM_TWO"), { maxLength: 30 });
const state = (options: Partial<UserState> = {}): UserState => ({
  id: "u",
  username: "rita",
  email: "rita@dailies.test",
  realname: "Rita",
  role: "developer",
  codes: [],
  isEnabled: true,
  version: 1,
  ...options,
});
const admin = (held: readonly string[], role = "developer") => ({ id: "a", username: "ada", role, codes: held });

describe("sets of codes", () => {
  it("do not change when a code is repeated", () => {
    fc.assert(
      fc.property(codes, (list) => {
        const once = asCodeSet(list);
        for (const code of list) expect(asCodeSet([...list, code])).toEqual(once);
        expect(effectiveFlags([...list, ...list], 0)).toBe(effectiveFlags(once, 0));
      }),
    );
  });

  it("never lose a code or a flag when another is added", () => {
    fc.assert(
      fc.property(codes, fc.constantFrom(...PERMISSION_CODES), (list, added) => {
        const before = state({ codes: asCodeSet(list) });
        const change = { before, after: { ...before, codes: asCodeSet([...list, added]) } };
        expect(codesTaken(change)).toEqual([]);
        const flags = effectiveFlags(before.codes, 0);
        expect(effectiveFlags(change.after.codes, 0) & flags).toBe(flags);
      }),
    );
  });

  it("are exactly what was there, plus what was given, less what was taken", () => {
    fc.assert(
      fc.property(codes, codes, (old, next) => {
        const change = { before: state({ codes: asCodeSet(old) }), after: state({ codes: asCodeSet(next) }) };
        const taken = new Set(codesTaken(change));
        const result = [...change.before.codes.filter((code) => !taken.has(code)), ...codesGiven(change)];
        expect(asCodeSet(result)).toEqual(change.after.codes);
        expect(isChanged(change)).toBe(codesGiven(change).length + taken.size > 0);
      }),
    );
  });
});

describe("who may change whom", () => {
  const given = (...held: string[]) => ({ before: state(), after: state({ codes: held }) });

  it("lets people give what they hold, and more only with PERM_MANAGE_W", () => {
    expect(changeRefusal(admin(["USER_MANAGE_W", "USE_VERSION_1_0"]), given("USE_VERSION_1_0"))).toBeUndefined();
    expect(changeRefusal(admin(["USER_MANAGE_W"]), given("MAGI_ADMIN"))).toContain("MAGI_ADMIN");
    expect(changeRefusal(admin(["PERM_MANAGE_W"]), given("MAGI_ADMIN"))).toBeUndefined();
    const kept = { before: state({ codes: ["MAGI_ADMIN"] }), after: state({ codes: ["MAGI_ADMIN"], realname: "R" }) };
    expect(changeRefusal(admin(["USER_MANAGE_W"]), kept)).toBeUndefined();
  });

  it("never lets people change their own rights, whatever they hold", () => {
    fc.assert(
      fc.property(codes, codes, fc.boolean(), (old, next, isEnabled) => {
        const before = state({ id: "a", codes: asCodeSet(old) });
        const change = { before, after: { ...before, codes: asCodeSet(next), isEnabled, realname: "Another" } };
        const isSame = isEnabled && codesGiven(change).length + codesTaken(change).length === 0;
        expect(changeRefusal(admin(PERMISSION_CODES), change) === undefined).toBe(isSame);
      }),
    );
  });

  it("lets people without PERM_MANAGE_W take, disable or demote nobody's rights beyond their own", () => {
    fc.assert(
      fc.property(codes, codes, codes, fc.boolean(), fc.boolean(), (held, old, next, isDisabled, isDemoted) => {
        const by = admin(asCodeSet(["USER_MANAGE_W", ...held]).filter((code) => code !== "PERM_MANAGE_W"));
        const before = state({ codes: asCodeSet(old) });
        const role = isDemoted ? "partner" : "developer";
        const change = { before, after: { ...before, codes: asCodeSet(next), isEnabled: !isDisabled, role } };
        const isBeyond = (code: string) => !by.codes.includes(code);
        const isShutOut = (isDisabled || isDemoted) && old.some(isBeyond);
        const isForbidden = isShutOut || [...codesGiven(change), ...codesTaken(change)].some(isBeyond);
        expect(changeRefusal(by, change) !== undefined).toBe(isForbidden);
        expect(changeRefusal({ ...by, codes: [...by.codes, "PERM_MANAGE_W"] }, change)).toBeUndefined();
      }),
    );
  });

  it("does not let external people disable or demote internal ones", () => {
    const partner = admin(["USER_MANAGE_W"], "partner");
    const disabled = { before: state(), after: state({ isEnabled: false }) };
    expect(changeRefusal(partner, disabled)).toContain("internal");
    expect(changeRefusal(partner, { before: state(), after: state({ role: "partner" }) })).toContain("internal");
    expect(changeRefusal(admin(["USER_MANAGE_W"]), disabled)).toBeUndefined();
  });

  it("does not let external people make anybody internal", () => {
    const change = { before: state({ role: "partner" }), after: state() };
    expect(changeRefusal(admin(["USER_MANAGE_W"], "partner"), change)).toContain("internal");
    expect(changeRefusal(admin(["USER_MANAGE_W"]), change)).toBeUndefined();
    expect(changeRefusal(admin(["USER_MANAGE_W", "PERM_MANAGE_W"], "partner"), change)).toBeUndefined();
  });
});

describe("the last holder", () => {
  const people = fc.array(
    fc.record({
      before: fc.record({ codes: fc.subarray([...GUARDED_CODES]), isEnabled: fc.boolean() }),
      after: fc.record({ codes: fc.subarray([...GUARDED_CODES]), isEnabled: fc.boolean() }),
      isChanged: fc.boolean(),
    }),
    { maxLength: 6 },
  );

  it("is missed exactly when something was taken and nobody is left", () => {
    fc.assert(
      fc.property(people, (all) => {
        const changes = all.flatMap((each, index) =>
          each.isChanged
            ? [{ before: state({ id: `${index}`, ...each.before }), after: state({ id: `${index}`, ...each.after }) }]
            : [],
        );
        const holding = (code: string, when: "before" | "after") =>
          all.flatMap((each, index) => {
            const now = when === "after" && each.isChanged ? each.after : each.before;
            return now.isEnabled && now.codes.includes(code as (typeof GUARDED_CODES)[number]) ? [`${index}`] : [];
          });
        const holders = new Map(GUARDED_CODES.map((code) => [code, new Set(holding(code, "before"))]));
        const lost = lostCodes(changes, holders);
        for (const code of GUARDED_CODES) {
          const left = holding(code, "after").length;
          if (lost.includes(code)) expect(left).toBe(0);
          if (left === 0 && holding(code, "before").length > 0) expect(lost).toContain(code);
        }
      }),
    );
  });
});
