import type { MatrixRow } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import {
  type Changes,
  countChanges,
  holdersDelta,
  rebase,
  toBody,
  toggleCode,
  withoutPerson,
} from "./changes.rules.ts";

const person = (id: number, perms: string[], version = 1): MatrixRow => ({
  id: `0198c0de-0000-7000-8000-00000000000${id}`,
  username: `user-${id}`,
  realname: `User ${id}`,
  is_enabled: true,
  perms,
  waiting_perms: [],
  version,
});
const none: Changes = new Map();
const mei = person(1, ["A_A", "B_B"]);
const lea = person(2, []);

describe("changes of the matrix", () => {
  it("gives what is not held and takes what is", () => {
    const changes = toggleCode(toggleCode(none, mei, "A_A"), lea, "A_A");
    expect(toBody(changes, "tidy up")).toEqual({
      reason: "tidy up",
      changes: [
        { id: mei.id, expected_version: 1, add: [], remove: ["A_A"] },
        { id: lea.id, expected_version: 1, add: ["A_A"], remove: [] },
      ],
    });
    expect(countChanges(changes)).toBe(2);
  });

  it("takes a toggle back by a second one, leaving nothing", () => {
    expect(toggleCode(toggleCode(none, mei, "C_C"), mei, "C_C").size).toBe(0);
    expect(toggleCode(toggleCode(none, mei, "A_A"), mei, "A_A").size).toBe(0);
  });

  it("counts how many holders a code gains and loses", () => {
    const changes = toggleCode(toggleCode(toggleCode(none, mei, "A_A"), mei, "C_C"), lea, "C_C");
    expect([holdersDelta(changes, "A_A"), holdersDelta(changes, "C_C"), holdersDelta(changes, "B_B")]).toEqual([
      -1, 2, 0,
    ]);
  });

  it("drops one person and keeps the others", () => {
    const changes = toggleCode(toggleCode(none, mei, "A_A"), lea, "A_A");
    expect([...withoutPerson(changes, mei.id).keys()]).toEqual([lea.id]);
  });
});

describe("somebody else was faster", () => {
  it("keeps the changes that are still needed, on the new version", () => {
    const changes = toggleCode(toggleCode(toggleCode(none, mei, "A_A"), mei, "C_C"), mei, "D_D");
    const { changes: next, moved } = rebase(changes, [person(1, ["A_A", "C_C"], 4)]);
    expect(toBody(next, "").changes).toEqual([{ id: mei.id, expected_version: 4, add: ["D_D"], remove: ["A_A"] }]);
    expect(moved.get(mei.id)).toEqual({ given: ["C_C"], taken: ["B_B"] });
  });

  it("drops a person whose changes somebody else has already made", () => {
    const { changes, moved } = rebase(toggleCode(none, lea, "A_A"), [person(2, ["A_A"], 2)]);
    expect(changes.size).toBe(0);
    expect(moved.size).toBe(1);
  });

  it("leaves who has not moved alone", () => {
    const before = toggleCode(none, mei, "A_A");
    const { changes, moved } = rebase(before, [mei, lea]);
    expect(changes).toBe(before);
    expect(moved.size).toBe(0);
  });
});
