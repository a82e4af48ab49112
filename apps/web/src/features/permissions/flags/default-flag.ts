import { type flagsRow, type PermissionItem, PLATFORM_FLAGS } from "@dailies/contract";
import type { z } from "zod";
import { DEFAULT_FLAG } from "../matrix/cell-lock.ts";

export type FlagsRow = z.output<typeof flagsRow>;
export interface FlagsPage {
  items: FlagsRow[];
  total: number;
  flags: PermissionItem[];
}

/** The bit all users have is not a grantable code, but the mask cannot be explained without it. */
export const defaultFlag = (meaning: string, { total, flags: [first] }: FlagsPage): PermissionItem => ({
  key: DEFAULT_FLAG,
  name: "Default",
  description: meaning,
  group: first?.group ?? "",
  is_system: true,
  bit: PLATFORM_FLAGS.MAGI_DEFAULT,
  holders: total,
  version: 1,
});

export const withDefaultFlag = (row: FlagsRow): FlagsRow => ({ ...row, perms: [DEFAULT_FLAG, ...row.perms] });
