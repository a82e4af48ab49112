// Routes under /label/task: label tasks, their people and their guidelines.
// Serves /label/task/list and the settings of /label/task/{taskId} of the specification.
import { type labelGroupRoutes, type labelTaskRoutes, MAX_GROUPS_FOUND } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Db } from "../../../platform/db/database.ts";
import { startAdding } from "../additions/start-adding.ts";
import { deleteLabelTask } from "../removal/delete-label-task.ts";
import { listCheckCounts } from "../review/label-checks.store.ts";
import { changeLabelTaskStatus, setLabelPeople, updateGuidelines, updateLabelTask } from "./change-label-task.ts";
import { createLabelTask } from "./create-label-task.ts";
import { listGroupsFound } from "./group.store.ts";
import { findGuidelines, listGuidelinesVersions } from "./guidelines.store.ts";
import { getLabelTaskDetail, toGuidelines, toLabelTask } from "./label-task.dto.ts";
import { listLabelTaskRows } from "./label-task.store.ts";
import { releaseLabelPerson } from "./release-label-person.ts";
import { requireLabelTask } from "./require-label-task.ts";

export const labelTaskHandlers = ({
  db,
}: {
  readonly db: Db;
}): Handlers<typeof labelTaskRoutes & typeof labelGroupRoutes> => {
  const getGuidelines = async (id: string, version?: number) => {
    const row = await findGuidelines(db, id, version);
    if (!row) throw new DomainError("not_found", "there is no such version of the guidelines");
    return toGuidelines(row);
  };
  return {
    async listLabelTasks({ actor, query }) {
      const { limit, offset, q: words, status } = query;
      const filter = { tab: query.tab, words, status };
      const { rows, total } = await listLabelTaskRows(db, actor, filter, { limit, offset });
      const counted = query.tab === "review" ? rows.map(({ id }) => id) : [];
      const checks = new Map((await listCheckCounts(db, counted)).map((row) => [row.id, row]));
      return { items: rows.map((row) => toLabelTask(actor, row, checks.get(row.id))), total };
    },
    searchLabelGroups: async ({ query }) => ({ items: await listGroupsFound(db, query.q ?? "", MAX_GROUPS_FOUND) }),
    getLabelTask: ({ actor, params }) => getLabelTaskDetail(db, actor, params.id),
    createLabelTask: async ({ actor, body, context }) =>
      getLabelTaskDetail(db, actor, await createLabelTask(db, context, body)),
    async updateLabelTask({ actor, params: { id }, body, context }) {
      const { expect_revision: expectRevision, ...settings } = body;
      await updateLabelTask(db, context, { id, expectRevision, settings });
      return getLabelTaskDetail(db, actor, id);
    },
    async changeLabelTaskStatus({ actor, params: { id }, body, context }) {
      await changeLabelTaskStatus(db, context, { id, ...body });
      return getLabelTaskDetail(db, actor, id);
    },
    async setLabelPeople({ actor, params: { id }, body, context }) {
      await setLabelPeople(db, context, { id, usernames: body.usernames, groups: body.groups });
      return getLabelTaskDetail(db, actor, id);
    },
    async addLabelItems({ actor, params: { id }, body, context }) {
      await startAdding(db, context, { id, body });
      return getLabelTaskDetail(db, actor, id);
    },
    async releaseLabelPerson({ params: { id }, body, context }) {
      return { ok: true, released: await releaseLabelPerson(db, context, { id, userId: body.user_id }) };
    },
    async deleteLabelTask({ params: { id }, context }) {
      await deleteLabelTask(db, context, id);
      return { ok: true };
    },
    async updateGuidelines({ params: { id }, body, context }) {
      await updateGuidelines(db, context, { id, body: body.text, expectVersion: body.expect_version });
      return getGuidelines(id);
    },
    async getGuidelines({ actor, params: { id }, query }) {
      await requireLabelTask(db, actor, id);
      const versions = await listGuidelinesVersions(db, id);
      return {
        ...(await getGuidelines(id, query.version)),
        versions: versions.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
      };
    },
  };
};
