// Tasks of all kinds: list, create, copy, archive, delete. Routes under /task, for /task-manage. Kind-specific behaviour is
// in other features; app.ts passes in their hooks.
import { isExternalRole, MAX_PEOPLE_FOUND, type tasksRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { archiveTasks } from "./archive-tasks.ts";
import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { duplicateTask } from "./duplicate-task.ts";
import { getTaskDetail, getTaskItem } from "./get-task.ts";
import { listPeople } from "./people.store.ts";
import { toTaskItem } from "./task.dto.ts";
import { listTaskRows } from "./task-list.store.ts";
import type { TasksDeps } from "./tasks-deps.ts";
import { updateTask } from "./update-task.ts";

const asFlag = (value: "true" | "false" | undefined): boolean | undefined =>
  value === undefined ? undefined : value === "true";

export const tasksHandlers = (deps: TasksDeps): Handlers<typeof tasksRoutes> => {
  const { db } = deps;
  return {
    async listTasks({ actor, query }) {
      const { page, page_size: limit, sort, order, q: words, kind, status, tag: tags } = query;
      const filter = {
        words,
        kind,
        status,
        tags,
        isMine: asFlag(query.is_mine),
        isArchived: query.is_archived === "true",
      };
      const at = { sort, order, limit, offset: (page - 1) * limit };
      const { rows, total } = await listTaskRows(db, actor, filter, at);
      return { items: rows.map(toTaskItem), total };
    },
    createTask: async ({ body, actor, context }) => getTaskItem(db, actor, await createTask(deps, context, body)),
    getTask: ({ actor, params }) => getTaskDetail(db, actor, params.id),
    async searchPeople({ actor, query }) {
      const people = await listPeople(db, actor, query.q ?? "", MAX_PEOPLE_FOUND);
      return {
        items: people.map(({ id, username, realname, role }) => ({
          id,
          username,
          realname,
          is_external: isExternalRole(role),
        })),
      };
    },
    async updateTask({ params, body, actor, context }) {
      const { expect_revision: expectRevision, ...change } = body;
      await updateTask(deps, context, { id: params.id, expectRevision, ...change });
      return getTaskDetail(db, actor, params.id);
    },
    async deleteTask({ params, context }) {
      await deleteTask(deps, context, params.id);
      return { ok: true };
    },
    async duplicateTask({ params, body, actor, context }) {
      const input = { id: params.id, name: body.name, requestKey: body.request_key };
      return getTaskItem(db, actor, await duplicateTask(deps, context, input));
    },
    archiveTasks: async ({ body, context }) => ({
      changed: await archiveTasks(deps, context, { ids: body.ids, isArchived: body.is_archived }),
    }),
  };
};
