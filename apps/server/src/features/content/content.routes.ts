// Content that end users made with the video product: favourites, projects and their tasks.
// Implements the product's calls under /admin/content, used by the screen /platform/content.
import {
  type contentRoutes,
  type FavoriteItem,
  MAX_COUNTED,
  type ProjectItem,
  type ProjectTaskDetail,
  type ProjectTaskItem,
} from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { readNumberedPage } from "../../platform/db/numbered-page.ts";
import { findEndUser } from "../credits/index.ts";
import { auditFavorite, found } from "./audit-favorite.ts";
import type { ContentDeps } from "./content-deps.ts";
import { contentFiles, type ToContentFile } from "./content-file.ts";
import { countFavorites, type FavoriteRecord, listFavoritePage, listSources } from "./favorite.store.ts";
import { makeBenchmarkRow } from "./make-benchmark-row.ts";
import {
  findProject,
  findProjectTask,
  listTasks,
  type ProjectRecord,
  type ProjectTaskRecord,
} from "./project.store.ts";

const toMoment = (at: Date | null): string | null => at?.toISOString() ?? null;
const toDate = (moment: string | undefined): Date | undefined => (moment === undefined ? undefined : new Date(moment));

const toFavoriteItem = (record: FavoriteRecord, toFile: ToContentFile): FavoriteItem => ({
  id: record.id,
  user_email: record.userEmail,
  source: record.source,
  assets_type: record.assetsType,
  asset: record.file ? toFile(record.file) : null,
  project_id: record.projectId,
  project_name: record.projectName,
  task_id: record.taskId,
  prompt: record.prompt ?? "",
  model: record.model ?? "",
  favorited_at: record.favoritedAt.toISOString(),
  visibility: record.visibility,
  audit_status: record.auditStatus,
  audited_by: record.auditedBy,
  audited_at: toMoment(record.auditedAt),
  has_consented: record.hasConsented,
});

const toProjectItem = (record: ProjectRecord): ProjectItem => ({
  id: record.id,
  name: record.name,
  owner_email: record.ownerEmail,
  task_count: record.taskCount,
  credits_spent: record.creditsSpent,
  created_at: record.createdAt.toISOString(),
  last_activity: record.lastActivityAt.toISOString(),
});

const toTaskItem = (record: ProjectTaskRecord, toFile: ToContentFile): ProjectTaskItem => ({
  id: record.id,
  project_id: record.projectId,
  parent_task_id: record.parentTaskId,
  type: record.type,
  status: record.status,
  model: record.model,
  prompt: record.prompt,
  cover: record.outputs[0] ? toFile(record.outputs[0]) : null,
  credits: record.credits,
  created_at: record.createdAt.toISOString(),
  started_at: toMoment(record.startedAt),
  finished_at: toMoment(record.finishedAt),
  error: record.error,
});

const toTaskDetail = (record: ProjectTaskRecord, project: ProjectRecord, toFile: ToContentFile): ProjectTaskDetail => ({
  ...toTaskItem(record, toFile),
  project: toProjectItem(project),
  inputs: record.inputs.map(toFile),
  outputs: record.outputs.map(toFile),
  params: record.params,
  seed: record.seed,
});

export const contentHandlers = (deps: ContentDeps): Handlers<typeof contentRoutes> => {
  const { db, clock, storage } = deps;
  const filesNow = (): ToContentFile => contentFiles(storage, clock());
  return {
    async listFavorites({ body }) {
      const sources = await listSources(db);
      const user = body.user_email === undefined ? undefined : await findEndUser(db, body.user_email);
      if (body.user_email !== undefined && !user) return { items: [], total: 0, is_total_exact: true, sources };
      const filter = {
        userId: user?.id,
        from: toDate(body.start_time),
        to: toDate(body.end_time),
        source: body.source,
        assetsType: body.assets_type,
        auditStatus: body.audit_status,
      };
      const [page, counted] = await Promise.all([
        listFavoritePage(db, filter, body),
        countFavorites(db, filter, MAX_COUNTED),
      ]);
      const toFile = filesNow();
      return {
        items: page.map((record) => toFavoriteItem(record, toFile)),
        total: Math.min(counted, MAX_COUNTED),
        is_total_exact: counted <= MAX_COUNTED,
        sources,
      };
    },
    async listProjectTasks({ params, query }) {
      const project = found(await findProject(db, params.projectId), "project");
      const all = { first: 1, last: project.taskCount };
      const page = await readNumberedPage(all, query, (numbers) => listTasks(db, project.id, numbers));
      const toFile = filesNow();
      return {
        items: page.items.map((task) => toTaskItem(task, toFile)),
        total: page.total,
        project: toProjectItem(project),
      };
    },
    async getProjectTask({ params }) {
      const task = found(await findProjectTask(db, params.id), "task");
      const project = found(await findProject(db, task.projectId), "project");
      return toTaskDetail(task, project, filesNow());
    },
    async auditFavorite({ context, body }) {
      const { id, audit_status: to, expected_status: from, reason } = body;
      return toFavoriteItem(await auditFavorite(db, context, { id, to, from, reason }), filesNow());
    },
    async makeBenchmarkRow({ context, body }) {
      const row = await makeBenchmarkRow(deps, context, { id: body.id, taskId: body.task_id });
      return { task_id: body.task_id, row };
    },
  };
};
