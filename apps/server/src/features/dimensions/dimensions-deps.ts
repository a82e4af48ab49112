import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";

export interface DimensionsDeps {
  readonly db: Db;
  /** The hashes of those assets that are ready and readable by the actor; the others are left out. */
  readonly readableHashes: (db: Db, actor: Actor, assetIds: readonly string[]) => Promise<Map<string, string>>;
}

export const mayChange = (actor: Actor, ownerId: string): boolean =>
  actor.userId === ownerId || actor.permissions.has("ADMIN_MANAGE_R");

export const requireChange = (actor: Actor, { ownerId, name }: { ownerId: string; name: string }): void => {
  if (mayChange(actor, ownerId)) return;
  throw new DomainError("not_allowed", `only the owner of '${name}' or an administrator may change it`);
};

export const requireVersion = ({ name, version }: { name: string; version: number }, seen: number): void => {
  if (version === seen) return;
  throw new DomainError("conflict", `'${name}' was changed meanwhile: it is at version ${version}, you saw ${seen}`);
};
