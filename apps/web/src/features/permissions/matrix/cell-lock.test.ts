import type { MatrixRow, PermissionItem } from "@dailies/contract";
import { expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { cellLocks, DEFAULT_FLAG } from "./cell-lock.ts";
import { type Changes, toggleCode } from "./changes.rules.ts";

const row = (username: string, perms: string[], is_enabled = true): MatrixRow => ({
  id: crypto.randomUUID(),
  username,
  realname: username,
  is_enabled,
  perms,
  waiting_perms: [],
  version: 1,
});
const code = (key: string, holders = 5): PermissionItem => ({
  key,
  name: key,
  description: "",
  group: "Console",
  is_system: true,
  bit: null,
  holders,
  version: 1,
});
const none: Changes = new Map();
const reader = aUser({ username: "mei", permissions: ["MAGI_ADMIN", "MAGI_UGC_AUDIT"] });
const rules = { reader, mayChange: true, changes: none };

it("the permission matrix locks everything for a reader without write access", () => {
  expect(cellLocks({ ...rules, mayChange: false })(row("lea", []), code("MAGI_ADMIN"))).toBe("readOnly");
});

it("the permission matrix locks one's own row", () => {
  expect(cellLocks(rules)(row("mei", ["MAGI_ADMIN"]), code("MAGI_ADMIN"))).toBe("own");
});

it("the permission matrix lets nobody give what they do not hold, unless permissions are theirs to give", () => {
  const lea = row("lea", ["MAGI_VIEW_PAYMENTS"]);
  expect(cellLocks(rules)(lea, code("MAGI_UPLOAD_ASSETS"))).toBe("notYours");
  expect(cellLocks(rules)(lea, code("MAGI_UGC_AUDIT"))).toBeUndefined();
  expect(cellLocks(rules)(lea, code("MAGI_VIEW_PAYMENTS"))).toBeUndefined();
  const manager = aUser({ username: "ada", permissions: ["PERM_MANAGE_W"] });
  expect(cellLocks({ ...rules, reader: manager })(lea, code("MAGI_UPLOAD_ASSETS"))).toBeUndefined();
});

it("the permission matrix locks the last holder of the administrator permission", () => {
  const lea = row("lea", ["MAGI_ADMIN", "MAGI_UGC_AUDIT"]);
  expect(cellLocks(rules)(lea, code("MAGI_ADMIN", 1))).toBe("last");
  expect(cellLocks(rules)(lea, code("MAGI_ADMIN", 2))).toBeUndefined();
  expect(cellLocks(rules)(lea, code("MAGI_UGC_AUDIT", 1))).toBeUndefined();
  expect(cellLocks(rules)(row("ben", ["MAGI_ADMIN"], false), code("MAGI_ADMIN", 1))).toBeUndefined();
});

it("the permission matrix counts what is about to be taken, and lets it be taken back", () => {
  const lea = row("lea", ["MAGI_ADMIN"]);
  const ben = row("ben", ["MAGI_ADMIN"]);
  const changes = toggleCode(none, lea, "MAGI_ADMIN");
  expect(cellLocks({ ...rules, changes })(ben, code("MAGI_ADMIN", 2))).toBe("last");
  expect(cellLocks({ ...rules, changes })(lea, code("MAGI_ADMIN", 2))).toBeUndefined();
});

it("the permission matrix marks the permission that everybody has", () => {
  expect(cellLocks(rules)(row("lea", []), code(DEFAULT_FLAG))).toBe("default");
});
