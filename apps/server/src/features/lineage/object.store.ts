import {
  type Access,
  allows,
  benchmarksRoutes,
  dataExperimentsRoutes,
  datasetsRoutes,
  experimentsRoutes,
  inferenceServicesRoutes,
  type LineageKind,
  labellingRoutes,
  leaderboardsRoutes,
  packagesRoutes,
  performersRoutes,
} from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { blindedTasksOf } from "../blinding/index.ts";

/** Whoever may open the page of an object sees it here, so the two can never differ. */
const PAGE_ACCESS: Record<LineageKind, Access> = {
  dataset: datasetsRoutes.getDataset.access,
  view: datasetsRoutes.listViews.access,
  label_task: labellingRoutes.getLabelTask.access,
  label_snapshot: datasetsRoutes.getDataset.access,
  package: packagesRoutes.getPackage.access,
  run: experimentsRoutes.getRun.access,
  data_experiment: dataExperimentsRoutes.getDataExperiment.access,
  service: inferenceServicesRoutes.getService.access,
  performer: performersRoutes.listPerformers.access,
  benchmark: benchmarksRoutes.getBenchmark.access,
  board: leaderboardsRoutes.getBoard.access,
};

/**
 * The objects of one kind as a reader may see them. What is not visible is counted and has no name; what is not listed does
 * not exist for the reader: a rater must not even see that a performer competes in one more benchmark.
 */
export const objectsOf = (kind: LineageKind, actor: Actor): RawBuilder<unknown> => {
  // Lineage is for internal users, who may read all objects of a kind unless this says otherwise.
  const isOpen = !actor.isExternal && allows(actor, PAGE_ACCESS[kind]);
  const always = sql`${isOpen}::boolean as is_visible, true as is_listed`;
  switch (kind) {
    case "dataset":
      return sql`select id, name, null::uuid as dataset_id, deleted_at is not null as is_deleted, created_at as made_at,
        ${always} from dataset`;
    case "view":
      return sql`select id, name, dataset_id, deleted_at is not null as is_deleted, created_at as made_at, ${always}
        from dataset_view`;
    case "label_task":
      return sql`select id, name, null::uuid as dataset_id, deleted_at is not null as is_deleted, created_at as made_at,
        ${always} from label_task`;
    case "label_snapshot":
      return sql`select id, name, dataset_id, deleted_at is not null as is_deleted, created_at as made_at, ${always}
        from dataset_column_set`;
    case "package":
      return sql`select id, name || '@' || number as name, null::uuid as dataset_id, status = 'Deleted' as is_deleted,
        created_at as made_at, ${always} from package`;
    case "run":
      return sql`select r.id, e.name || ' / ' || r.name as name, null::uuid as dataset_id, false as is_deleted,
        r.started_at as made_at, ${always} from experiment_run r join experiment e on e.id = r.experiment_id`;
    case "data_experiment":
      return sql`select id, question as name, null::uuid as dataset_id, false as is_deleted, created_at as made_at,
        ${always} from data_experiment`;
    case "service":
      return sql`select id, name, null::uuid as dataset_id, deleted_at is not null as is_deleted, created_at as made_at,
        ${always} from inference_service`;
    case "performer": {
      // As the list of performers does: without the playground, only shared ones.
      const isEverybodys = actor.permissions.has("PERFORMER_PLAYGROUND");
      return sql`select id, name, null::uuid as dataset_id, deleted_at is not null as is_deleted, created_at as made_at,
        ${isOpen}::boolean and (${isEverybodys}::boolean or (is_enabled and shared_with_internal)) as is_visible, true as is_listed
        from performer`;
    }
    case "benchmark":
      return sql`select id, name, null::uuid as dataset_id, deleted_at is not null as is_deleted, created_at as made_at,
        ${isOpen}::boolean as is_visible, id not in ${blindedTasksOf(actor.userId)} as is_listed
        from console_task where kind = 'Benchmark'`;
    case "board": {
      // As leaderboards do: nobody but the owner and administrators looks before judging is finished.
      const mayLookEarly = actor.permissions.has("ADMIN_MANAGE_R");
      return sql`select t.id, t.name, null::uuid as dataset_id, t.deleted_at is not null as is_deleted,
        e.started_at as made_at,
        ${isOpen}::boolean and (t.status = 'Finished' or t.owner_id = ${actor.userId} or ${mayLookEarly}::boolean) as is_visible,
        t.id not in ${blindedTasksOf(actor.userId)} as is_listed
        from console_task t join evaluation e on e.task_id = t.id where e.started_at is not null`;
    }
  }
};
