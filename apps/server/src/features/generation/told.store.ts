import type { PerformerTaskStatus } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";

/**
 * The event of a call that ended, as the last part of the statement that ends it: of a cell by its place, of any other call
 * for whoever made it. A second trip to the database would keep the task's account locked for everybody meanwhile. What it
 * writes is what the events feature would, and a test holds the two together.
 */
export const toldPart = (status: PerformerTaskStatus, progress: number | null): RawBuilder<unknown> => sql`told as (
      insert into event_outbox (topic, payload)
      select
        case when ended.cell_id is null then 'calls:' || ended.requested_by else 'task:' || ended.task_id end,
        case when ended.cell_id is null
          then jsonb_build_object(
            'id', ended.id, 'status', ${status}::text, 'progress', ${progress}::float8, 'queue_position', null)
          else jsonb_build_object('cells', jsonb_build_array(jsonb_build_object(
            'row', moved.row_index, 'col', moved.col_index, 'sample', moved.sample, 'status', moved.cell_status,
            'progress', ${progress}::float8, 'queue_position', null, 'attempt_count', moved.attempt_count))) end
      from ended left join moved on true
      where ended.cell_id is null or moved.row_index is not null
    )`;
