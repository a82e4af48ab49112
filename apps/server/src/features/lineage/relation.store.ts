import type { LineageDirection, LineageKind } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";

/** All references of one kind of object to another: rows of (from_id, from_version, to_id, to_version). */
interface Relation {
  readonly from: LineageKind;
  readonly to: LineageKind;
  readonly edges: RawBuilder<unknown>;
}

/**
 * Every edge of the graph, read from the references that the acts keep themselves. A new act that makes something from
 * something is a line here; there is no copy that could differ.
 */
const RELATIONS: readonly Relation[] = [
  {
    from: "dataset",
    to: "view",
    edges: sql`select dataset_id as from_id, version as from_version, id as to_id, null::int as to_version
      from dataset_view`,
  },
  {
    from: "dataset",
    to: "label_task",
    edges: sql`select dataset_id as from_id, dataset_version as from_version, id as to_id, null::int as to_version
      from label_task`,
  },
  {
    from: "view",
    to: "label_task",
    edges: sql`select view_id as from_id, null::int as from_version, id as to_id, null::int as to_version
      from label_task where view_id is not null`,
  },
  {
    from: "performer",
    to: "label_task",
    edges: sql`select m.performer_id as from_id, null::int as from_version, p.task_id as to_id, null::int as to_version
      from label_prefill_model m join label_prefill p on p.id = m.prefill_id`,
  },
  {
    from: "label_task",
    to: "label_snapshot",
    edges: sql`select task_id as from_id, null::int as from_version, id as to_id, null::int as to_version
      from dataset_column_set where status = 'Finished'`,
  },
  {
    from: "label_snapshot",
    to: "view",
    edges: sql`select set_id as from_id, null::int as from_version, view_id as to_id, null::int as to_version
      from dataset_view_column_set`,
  },
  {
    from: "label_snapshot",
    to: "package",
    edges: sql`select s.id as from_id, null::int as from_version, p.id as to_id, null::int as to_version
      from dataset_column_set s join package p on p.dataset_id = s.dataset_id and p.version = s.version
      where s.status = 'Finished' and exists (
        select from jsonb_array_elements(p.settings -> 'columns') as c (chosen)
        where s.columns @> jsonb_build_array(jsonb_build_object('name', c.chosen ->> 'source')))`,
  },
  {
    from: "dataset",
    to: "package",
    edges: sql`select dataset_id as from_id, version as from_version, id as to_id, null::int as to_version from package`,
  },
  {
    from: "view",
    to: "package",
    edges: sql`select view_id as from_id, null::int as from_version, id as to_id, null::int as to_version from package`,
  },
  {
    from: "package",
    to: "dataset",
    edges: sql`select package_id as from_id, null::int as from_version, id as to_id, null::int as to_version
      from dataset where package_id is not null`,
  },
  {
    from: "dataset",
    to: "dataset",
    edges: sql`select dataset_id as from_id, version as from_version, output_dataset_id as to_id, null::int as to_version
      from processing_run where output_dataset_id is not null`,
  },
  {
    from: "view",
    to: "dataset",
    edges: sql`select view_id as from_id, null::int as from_version, output_dataset_id as to_id, null::int as to_version
      from processing_run where output_dataset_id is not null`,
  },
  {
    from: "dataset",
    to: "run",
    edges: sql`select ref_id as from_id, version as from_version, run_id as to_id, null::int as to_version
      from experiment_run_input where kind = 'dataset'`,
  },
  {
    from: "package",
    to: "run",
    edges: sql`select ref_id as from_id, null::int as from_version, run_id as to_id, null::int as to_version
      from experiment_run_input where kind = 'package'`,
  },
  {
    from: "package",
    to: "data_experiment",
    edges: sql`select package_id as from_id, null::int as from_version, experiment_id as to_id, null::int as to_version
      from data_experiment_arm where package_id is not null`,
  },
  {
    from: "view",
    to: "data_experiment",
    edges: sql`select view_id as from_id, null::int as from_version, experiment_id as to_id, null::int as to_version
      from data_experiment_arm where view_id is not null`,
  },
  {
    from: "run",
    to: "data_experiment",
    edges: sql`select run_id as from_id, null::int as from_version, experiment_id as to_id, null::int as to_version
      from data_experiment_run`,
  },
  {
    from: "board",
    to: "data_experiment",
    edges: sql`select task_id as from_id, null::int as from_version, experiment_id as to_id, null::int as to_version
      from data_experiment_judging`,
  },
  {
    from: "run",
    to: "service",
    edges: sql`select run_id as from_id, null::int as from_version, id as to_id, null::int as to_version
      from inference_service where run_id is not null`,
  },
  {
    from: "run",
    to: "performer",
    edges: sql`select run_id as from_id, null::int as from_version, performer_id as to_id, null::int as to_version
      from benchmark_column where run_id is not null`,
  },
  {
    from: "service",
    to: "performer",
    edges: sql`select service_id as from_id, null::int as from_version, id as to_id, null::int as to_version
      from performer where service_id is not null`,
  },
  {
    from: "dataset",
    to: "benchmark",
    edges: sql`select dataset_id as from_id, version as from_version, task_id as to_id, null::int as to_version
      from benchmark_row_import where status = 'Finished' and rows_added > 0`,
  },
  {
    from: "run",
    to: "benchmark",
    edges: sql`select run_id as from_id, null::int as from_version, task_id as to_id, null::int as to_version
        from benchmark where run_id is not null
      union all select run_id, null::int, task_id, null::int from benchmark_column where run_id is not null`,
  },
  {
    from: "performer",
    to: "benchmark",
    edges: sql`select performer_id as from_id, null::int as from_version, task_id as to_id, null::int as to_version
      from benchmark_column`,
  },
  {
    from: "benchmark",
    to: "board",
    edges: sql`select n.source_task_id as from_id, null::int as from_version, n.task_id as to_id, null::int as to_version
      from evaluation_entry n join evaluation e on e.task_id = n.task_id where e.started_at is not null`,
  },
];

/** The references of objects of one kind in one direction, by the kind at their other end. */
export interface Neighbours {
  readonly kind: LineageKind;
  readonly edges: RawBuilder<unknown>;
}

export const neighboursOf = (kind: LineageKind, direction: LineageDirection): Neighbours[] =>
  direction === "uses"
    ? RELATIONS.filter(({ from }) => from === kind).map(({ to, edges }) => ({ kind: to, edges }))
    : RELATIONS.filter(({ to }) => to === kind).map(({ from, edges }) => ({ kind: from, edges }));
