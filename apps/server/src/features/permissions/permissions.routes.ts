// Permission codes, their holders and who granted them. Routes under /perm, used by the screens /perm-manage and
// /platform/permission.
import type { ChangePermissions, MatrixRow, PermissionItem, permissionsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Db } from "../../platform/db/database.ts";
import { listOperations } from "../operation-log/index.ts";
import {
  type AdministrationDeps,
  ALL_PERMISSIONS,
  effectiveFlags,
  listUsers,
  listWaitingCodes,
  permissionSubject,
  type UserRecord,
  userSubject,
} from "../users/index.ts";
import { changePermissions } from "./change-permissions.ts";
import { createPermission } from "./create-permission.ts";
import { deletePermission } from "./delete-permission.ts";
import { listPermissions, type PermissionRecord } from "./permissions.store.ts";
import { updatePermission } from "./update-permission.ts";

const HISTORY_PAGE = 50;

const toPermissionItem = ({ isSystem, ...permission }: PermissionRecord): PermissionItem => ({
  ...permission,
  is_system: isSystem,
});

const toMatrixRows = async (db: Db, users: readonly UserRecord[]): Promise<MatrixRow[]> => {
  const waitingOf = await listWaitingCodes(
    db,
    users.map(({ id }) => id),
  );
  return users.map((user) => toMatrixRow(user, waitingOf(user.id)));
};

const toMatrixRow = (user: UserRecord, waiting: string[]): MatrixRow => ({
  id: user.id,
  username: user.username,
  realname: user.realname,
  is_enabled: user.isEnabled,
  perms: [...user.codes],
  waiting_perms: waiting,
  version: user.version,
});

const toChanges = ({ changes, reason }: ChangePermissions) => ({
  edits: changes.map(({ expected_version: expectedVersion, ...edit }) => ({ ...edit, expectedVersion })),
  reason,
});

export const permissionsHandlers = (deps: AdministrationDeps): Handlers<typeof permissionsRoutes> => {
  const { db } = deps;
  return {
    async listPermissions() {
      const items = (await listPermissions(db)).map(toPermissionItem);
      return { items, total: items.length };
    },

    async createPermission({ body, context }) {
      return toPermissionItem(await createPermission(deps, context, body));
    },

    async updatePermission({ body, context }) {
      const { expected_version: expectedVersion, ...edit } = body;
      return toPermissionItem(await updatePermission(deps, context, { ...edit, expectedVersion }));
    },

    async deletePermission({ body, context }) {
      const { key, expected_version: expectedVersion } = body;
      await deletePermission(deps, context, { key, expectedVersion });
      return { ok: true };
    },

    async listMatrix({ query: { q, limit, offset } }) {
      const { items, total } = await listUsers(db, { q }, { limit, offset });
      return { items: await toMatrixRows(db, items), total };
    },

    async changePermissions({ body, context }) {
      const users = await changePermissions(deps, context, {
        ...toChanges(body),
        isFlagsOnly: false,
        needs: "PERM_MANAGE_W",
      });
      return { items: await toMatrixRows(db, users) };
    },

    listHistory({ query: { user_id: userId, key, before } }) {
      const code = key === undefined ? ALL_PERMISSIONS : permissionSubject(key);
      if (userId === undefined) return listOperations(db, code, { before, limit: HISTORY_PAGE });
      return listOperations(db, userSubject(userId), { before, limit: HISTORY_PAGE, alsoAbout: code });
    },

    async listFlags({ query: { q, limit, offset } }) {
      const { items, total } = await listUsers(db, { q }, { limit, offset });
      const waitingOf = await listWaitingCodes(
        db,
        items.map(({ id }) => id),
      );
      const flags = (await listPermissions(db)).filter(({ bit }) => bit !== null);
      return {
        items: items.map((user) => ({
          ...toMatrixRow(user, waitingOf(user.id)),
          platform_flags: effectiveFlags(user.codes, user.customFlags),
        })),
        total,
        flags: flags.map(toPermissionItem),
      };
    },

    async changeFlags({ body, context }) {
      const users = await changePermissions(deps, context, {
        ...toChanges(body),
        isFlagsOnly: true,
        needs: "MAGI_ADMIN",
      });
      return { items: await toMatrixRows(db, users) };
    },
  };
};
