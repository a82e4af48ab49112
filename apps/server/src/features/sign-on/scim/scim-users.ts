import { SCIM_SCHEMAS, type ScimUser, type scimUserList, USERNAME } from "@dailies/contract";
import type { z } from "zod";
import type { Db } from "../../../platform/db/database.ts";
import { findUserByUsername, listUsers, listUsersById, type UserRecord } from "../../users/index.ts";
import { findLinkedUser, listSubjects } from "../sign-on.store.ts";
import type { ScimDeps } from "./scim-deps.ts";
import { readFilter, readPage, type ScimFilter } from "./scim-messages.rules.ts";

type ScimUserList = z.input<typeof scimUserList>;

const USERS_PATH = "/api_v1/scim/v2/Users";

type ScimReads = Pick<ScimDeps, "signOn" | "publicOrigin">;

/** As the standard writes them, with the subject at the provider where one is linked. */
export const toScimUsers = async (
  db: Db,
  { signOn, publicOrigin }: ScimReads,
  users: readonly UserRecord[],
): Promise<ScimUser[]> => {
  const ids = users.map(({ id }) => id);
  const subjects = signOn && (await listSubjects(db, signOn.options.issuer, ids));
  return users.map((user) => {
    const externalId = subjects?.get(user.id);
    return {
      schemas: [SCIM_SCHEMAS.user],
      id: user.id,
      ...(externalId !== undefined && { externalId }),
      userName: user.username,
      displayName: user.realname,
      name: { formatted: user.realname },
      emails: [{ value: user.email, type: "work", primary: true }],
      active: user.isEnabled,
      meta: {
        resourceType: "User",
        created: user.createdAt.toISOString(),
        location: `${publicOrigin}${USERS_PATH}/${user.id}`,
      },
    };
  });
};

/** By the name of the account, or by the subject that is linked to it; an e-mail address leads to none. */
const findByFilter = async (
  { db, signOn }: Pick<ScimDeps, "db" | "signOn">,
  { attribute, value }: ScimFilter,
): Promise<UserRecord[]> => {
  if (attribute === "userName") {
    const user = USERNAME.test(value) ? await findUserByUsername(db, value) : undefined;
    return user ? [user] : [];
  }
  if (!signOn || value.includes("\0") || !value.isWellFormed()) return [];
  const linked = await findLinkedUser(db, { issuer: signOn.options.issuer, subject: value });
  return linked ? listUsersById(db, [linked.id]) : [];
};

interface ListQuery {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
}

export const listScimUsers = async (deps: ScimDeps, query: ListQuery): Promise<ScimUserList> => {
  const { startIndex, count } = readPage(query);
  const { items, total } = await findUsers(deps, query.filter, { limit: count, offset: startIndex - 1 });
  const Resources = await toScimUsers(deps.db, deps, items);
  return { schemas: [SCIM_SCHEMAS.list], totalResults: total, startIndex, itemsPerPage: Resources.length, Resources };
};

const findUsers = async (
  deps: ScimDeps,
  filter: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: UserRecord[]; total: number }> => {
  if (filter === undefined) return listUsers(deps.db, {}, { sort: "created_at", limit, offset });
  const found = await findByFilter(deps, readFilter(filter));
  return { items: found.slice(offset, offset + limit), total: found.length };
};
