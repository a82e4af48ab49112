// Routes under /label/history: what happened in a label task, the timeline of an item, and restoring labels.
// Serves /label/history/{taskId} of the specification.
import {
  type LabelEvent,
  type LabelRevision,
  type labelHistoryRoutes,
  type labelRevertRoutes,
  type listLabelEventsQuery,
  MAX_LABEL_ITEMS,
} from "@dailies/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Db } from "../../../platform/db/database.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import {
  type EventCursor,
  findOwnItem,
  findTimelineItem,
  type LabelEventRow,
  type LabelRevisionRow,
  listDisagreedItems,
  listItemEvents,
  listItemRevisions,
  listLabelEventRows,
  type TimelineItemRow,
} from "./history.store.ts";
import { restoreLabel } from "./restore-label.ts";
import { revertLabelDay } from "./revert-label-day.ts";

const MAX_ON_TIMELINE = 500;

/** External users do not learn who reviewed or restored a label of theirs. */
const nameFor = ({ isExternal }: Actor, { by, person }: Pick<LabelEventRow, "by" | "person">): string =>
  isExternal && by !== person ? "" : by;

const toEvent = (actor: Actor, { id: _, seq, at, ...row }: LabelEventRow): LabelEvent => ({
  ...row,
  by: nameFor(actor, row),
  item: seq,
  at: at.toISOString(),
});

const toRevision = (
  actor: Actor,
  { label_values, undone_at, created_at, ...row }: LabelRevisionRow,
): LabelRevision => ({
  ...row,
  by: nameFor(actor, row),
  values: label_values,
  undone_at: undone_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

const notACursor = (): DomainError => new DomainError("invalid", "this is not a cursor of this list");
const ITEM_CURSOR = /^\d{1,8}$/;
/** Where an item lies, which external users do not learn. */
const placeOf = ({ item_key, dataset_id, dataset_version, ordinal, other_key, other_ordinal }: TimelineItemRow) => ({
  item_key,
  dataset_id,
  dataset_version,
  ordinal,
  other_key,
  other_ordinal,
});
const NO_PLACE = {
  item_key: null,
  dataset_id: null,
  dataset_version: null,
  ordinal: null,
  other_key: null,
  other_ordinal: null,
};

const CURSOR = /^(\d{1,15})\.(\d{1,18})$/;

const readCursor = (text: string | undefined): EventCursor | undefined => {
  if (text === undefined) return undefined;
  const [, atMs, id] = CURSOR.exec(text) ?? [];
  if (atMs === undefined || id === undefined) throw notACursor();
  return { atMs: Number(atMs), id };
};

const writeCursor = ({ at, id }: LabelEventRow): string => `${at.getTime()}.${id}`;

/** External users see what concerns themselves, so that nobody labels after others. */
const ownOnly = ({ isExternal, userId }: Actor): string | undefined => (isExternal ? userId : undefined);

/** External users name items by their position among those that they were given. */
const itemFor = async (db: Db, { isExternal, userId }: Actor, id: string, item: number): Promise<number | undefined> =>
  isExternal ? findOwnItem(db, id, userId, item) : item;

/** The number of no item. */
const NO_ITEM = 0;

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

type EventsQuery = z.output<typeof listLabelEventsQuery>;

/** How far the labels of others agree is not for external users. Other filters would have to look through all events. */
const listDisagreements = async (
  db: Db,
  actor: Actor,
  id: string,
  { limit, cursor, item, person, event, from, to }: EventsQuery,
): Promise<{ items: LabelEvent[]; next_cursor: string | null }> => {
  if (actor.isExternal) throw new DomainError("not_allowed", "only internal users see where people disagree");
  if ([person, event, from, to].some((given) => given !== undefined))
    throw new DomainError("invalid", "disagreements are not filtered by person, event or time");
  if (cursor !== undefined && !ITEM_CURSOR.test(cursor)) throw notACursor();
  const before = cursor === undefined ? MAX_LABEL_ITEMS + 1 : Number(cursor);
  const rows = await listDisagreedItems(db, id, { item, before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toEvent(actor, row)),
    next_cursor: rows.length > limit && last ? String(last.seq) : null,
  };
};

type Calls = Pick<Handlers<typeof labelHistoryRoutes>, "listLabelEvents" | "getLabelItem" | "restoreLabel"> &
  Handlers<typeof labelRevertRoutes>;

export const historyHandlers = ({ db }: { readonly db: Db }): Calls => ({
  async listLabelEvents({ actor, params: { id }, query }) {
    await requireLabelTask(db, actor, id);
    if (query.disagreement === "only") return listDisagreements(db, actor, id, query);
    const { limit, cursor, person, event } = query;
    const item = query.item === undefined ? undefined : ((await itemFor(db, actor, id, query.item)) ?? NO_ITEM);
    const times = { from: dateOf(query.from), to: dateOf(query.to) };
    const filter = { person, item, event, ...times, onlyUserId: ownOnly(actor) };
    const rows = await listLabelEventRows(db, id, filter, { after: readCursor(cursor), limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => toEvent(actor, row)),
      next_cursor: rows.length > limit && last ? writeCursor(last) : null,
    };
  },
  async getLabelItem({ actor, params: { id, item } }) {
    await requireLabelTask(db, actor, id);
    const onlyUserId = ownOnly(actor);
    const seq = (await itemFor(db, actor, id, item)) ?? NO_ITEM;
    const found = await findTimelineItem(db, id, seq, onlyUserId);
    if (!found) throw new DomainError("not_found", "there is no such item in this task");
    const limits = { onlyUserId, limit: MAX_ON_TIMELINE };
    const [revisions, events] = await Promise.all([
      listItemRevisions(db, id, seq, limits),
      listItemEvents(db, id, seq, limits),
    ]);
    return {
      task_id: id,
      item,
      ...(actor.isExternal ? NO_PLACE : placeOf(found)),
      duration_us: found.duration_us,
      fps: found.fps,
      overlap: found.overlap,
      done: found.done,
      leased: found.leased,
      prefill: found.prefill ?? {},
      prefill_model: actor.isExternal ? null : found.prefill_model,
      revisions: revisions.map((row) => toRevision(actor, row)),
      events: events.map((row) => toEvent(actor, row)),
    };
  },
  restoreLabel: async ({ actor, body, context }) =>
    toRevision(actor, await restoreLabel(db, context, { id: body.revision_id, reason: body.reason })),
  revertLabelDay: ({ params, body, context }) => revertLabelDay(db, context, params.id, body),
});
