import { allows } from "@dailies/contract";
import { expect, it } from "vitest";
import { aUser } from "../testing/a-user.ts";
import { principalOf } from "./session.ts";

it("principalOf gives a user the same access as the server does", () => {
  const principal = principalOf(aUser({ permissions: ["USER_MANAGE_R", "CODE_OF_OURS"] }));
  expect(allows(principal, { permission: "USER_MANAGE_R" })).toBe(true);
  expect(allows(principal, { permission: "MAGI_ADMIN" })).toBe(false);
  expect(allows(principal, "internal")).toBe(true);
});

it("principalOf takes from the server who is external", () => {
  const user = { ...aUser(), is_external: true };
  expect(allows(principalOf(user), "internal")).toBe(false);
});
