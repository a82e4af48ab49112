// Tasks of all kinds: list, create, copy, put away, delete. Answers the product's calls under /task, for /task-manage.
// What a kind does beyond that is its own feature; app.ts hands those acts in.
import type { tasksRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { archiveTasks } from "./archive-tasks.ts";
import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { duplicateTask } from "./duplicate-task.ts";
import { getTaskDetail, getTaskItem } from "./get-task.ts";
import { toTaskItem } from "./task.dto.ts";
import { listTaskRows } from "./task-list.store.ts";
import type { TaskBy, TasksDeps } from "./tasks-deps.ts";
import { updateTask } from "./update-task.ts";

const asFlag = (value: "true" | "false" | undefined): boolean | undefined =>
  value === undefined ? undefined : value === "true";

export const tasksHandlers = (deps: TasksDeps): Handlers<typeof tasksRoutes> => {
  const { db, clock } = deps;
  const byOf = ({ actor, context }: { actor: Actor; context: { requestId: string } }): TaskBy => ({
    actor,
    requestId: context.requestId,
    at: clock(),
  });
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
      const { rows, total } = await listTaskRows(db, actor.userId, filter, at);
      return { items: rows.map(toTaskItem), total };
    },
    createTask: async ({ body, ...call }) => getTaskItem(db, call.actor, await createTask(deps, byOf(call), body)),
    getTask: ({ actor, params }) => getTaskDetail(db, actor, params.id),
    async updateTask({ params, body, ...call }) {
      const { expect_revision: expectRevision, ...change } = body;
      await updateTask(deps, byOf(call), { id: params.id, expectRevision, ...change });
      return getTaskDetail(db, call.actor, params.id);
    },
    async deleteTask({ params, ...call }) {
      await deleteTask(deps, byOf(call), params.id);
      return { ok: true };
    },
    async duplicateTask({ params, body, ...call }) {
      const wish = { id: params.id, name: body.name, requestKey: body.request_key };
      return getTaskItem(db, call.actor, await duplicateTask(deps, byOf(call), wish));
    },
    archiveTasks: async ({ body, ...call }) => ({
      changed: await archiveTasks(deps, byOf(call), { ids: body.ids, isArchived: body.is_archived }),
    }),
  };
};
