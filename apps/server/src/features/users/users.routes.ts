// Console users: profiles, permissions, sessions and CSV import. Routes under /user, used by the screen /user-manage.
import { type ImportedRow, isExternalRole, MESSAGES, type UserItem, type usersRoutes } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Db } from "../../platform/db/database.ts";
import { hasSecondFactor, listSessions, toSessionItem } from "../auth/index.ts";
import { listOperations } from "../operation-log/index.ts";
import { createUser } from "./create-user.ts";
import { endUserSessions } from "./end-user-sessions.ts";
import { getUser } from "./get-user.ts";
import { applyImport, checkImport } from "./import/import-users.ts";
import type { PlannedRow } from "./import/plan-import.rules.ts";
import { inviteUser } from "./invitations/invite-user.ts";
import { listWaitingCodes } from "./list-waiting-codes.ts";
import { resetUserSecondFactor } from "./reset-second-factor.ts";
import { updateUser } from "./update-user.ts";
import { userSubject } from "./user-operation.rules.ts";
import { effectiveFlags } from "./users.rules.ts";
import { listHeldCodes, listRoles, listUsers, type UserRecord } from "./users.store.ts";
import type { AdministrationDeps } from "./with-administration-lock.ts";

const SHOWN_OPERATIONS = 20;

const toUserItems = async (db: Db, users: readonly UserRecord[]): Promise<UserItem[]> => {
  const waitingOf = await listWaitingCodes(
    db,
    users.map(({ id }) => id),
  );
  return users.map((user) => toUserItem(user, waitingOf(user.id)));
};

const toOneItem = async (db: Db, user: UserRecord): Promise<UserItem> =>
  toUserItem(user, (await listWaitingCodes(db, [user.id]))(user.id));

const toUserItem = (user: UserRecord, waiting: string[]): UserItem => ({
  id: user.id,
  username: user.username,
  realname: user.realname,
  email: user.email,
  user_role: user.role,
  is_external: isExternalRole(user.role),
  perms: [...user.codes],
  waiting_perms: waiting,
  platform_flags: effectiveFlags(user.codes, user.customFlags),
  is_password_set: user.isPasswordSet,
  is_enabled: user.isEnabled,
  last_seen_at: user.lastSeenAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
  version: user.version,
});

const toImportedRow = ({ row, action, notes, change }: PlannedRow): ImportedRow => ({
  line: row.line,
  username: row.username,
  email: row.email,
  realname: row.realname,
  user_role: row.role,
  perms: [...(change?.after.codes ?? row.codes ?? [])],
  action,
  notes: [...notes],
});

const countActions = (rows: readonly PlannedRow[]) => {
  const counts = { create: 0, update: 0, unchanged: 0, refused: 0 };
  for (const { action } of rows) counts[action] += 1;
  return counts;
};

export const usersHandlers = (deps: AdministrationDeps): Handlers<typeof usersRoutes> => {
  const { db, clock } = deps;
  return {
    async listUsers({ query }) {
      const filter = {
        q: query.q,
        role: query.user_role,
        isEnabled: query.status && query.status === "enabled",
        isPasswordSet: query.password && query.password === "set",
        codes: query.perm,
      };
      const { items, total } = await listUsers(db, filter, query);
      return { items: await toUserItems(db, items), total, roles: await listRoles(db) };
    },

    async getUserInfo({ actor, query }) {
      const id = query.id ?? actor.userId;
      if (id !== actor.userId && !actor.permissions.has("USER_MANAGE_R")) {
        throw new DomainError("not_allowed", MESSAGES.noOperationPermission);
      }
      const user = await getUser(db, id);
      const held = await listHeldCodes(db, id);
      const sessions = await listSessions(db, id, clock());
      const { items: operations } = await listOperations(db, userSubject(id), { limit: SHOWN_OPERATIONS });
      return {
        ...(await toOneItem(db, user)),
        has_second_factor: await hasSecondFactor(db, id),
        held: held.map(({ key, name, grantedAt, grantedBy, isFromProvider }) => ({
          key,
          name,
          granted_at: grantedAt.toISOString(),
          granted_by: grantedBy,
          is_from_provider: isFromProvider,
        })),
        sessions: sessions.map((session) => toSessionItem(session, actor.sessionId)),
        operations,
      };
    },

    async createUser({ body, context }) {
      const { user_role: role, perms: codes, ...user } = body;
      return toOneItem(db, await createUser(deps, context, { ...user, role, codes }));
    },

    async updateUser({ body, context }) {
      const { id, expected_version: expectedVersion, realname, user_role: role, perms: codes } = body;
      const edit = { id, expectedVersion, realname, role, codes, isEnabled: body.is_enabled };
      return toOneItem(db, await updateUser(deps, context, edit));
    },

    async inviteUser({ body, context }) {
      await inviteUser(deps, context, body.id);
      return { ok: true };
    },

    async endUserSessions({ body, context }) {
      const sessions = { userId: body.id, sessionId: body.session_id };
      return { ended: await endUserSessions(deps, context, sessions) };
    },

    async resetSecondFactor({ body, context }) {
      await resetUserSecondFactor(deps, context, { userId: body.id, reason: body.reason });
      return { ok: true };
    },

    async checkImport({ actor, body }) {
      const { rows, digest } = await checkImport(db, actor.userId, body.csv);
      return { rows: rows.map(toImportedRow), counts: countActions(rows), digest };
    },

    async applyImport({ body, context }) {
      const { rows } = await applyImport(deps, context, body);
      return { rows: rows.map(toImportedRow), counts: countActions(rows) };
    },
  };
};
