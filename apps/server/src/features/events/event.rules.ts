import type { CellChange, CellStatus, LiveEvent, PerformerTaskStatus } from "@dailies/contract";

export interface CallChanged {
  readonly id: string;
  /** The owner of the job, who alone is notified. */
  readonly userId: string;
  readonly status: PerformerTaskStatus;
  readonly progress: number | null;
  readonly queuePosition: number | null;
}

export interface CellChanged {
  readonly taskId: string;
  readonly row: number;
  readonly col: number;
  readonly sample: number;
  readonly status: CellStatus;
  readonly progress: number | null;
  readonly queuePosition: number | null;
  readonly attemptCount: number;
}

export interface PictureChanged {
  readonly datasetId: string;
  readonly version: number;
  readonly ordinal: number;
  readonly kind: "poster" | "sprite";
  readonly status: "Ready" | "Failed";
}

export type PackageChanged = Omit<Extract<LiveEvent, { kind: "package" }>, "kind" | "topic">;

/** One outbox row: the topic and the payload. */
export interface EventRow {
  readonly topic: string;
  readonly payload: Record<string, unknown>;
}

export interface StoredEvent extends EventRow {
  readonly id: string;
}

/** An event for the watchers of one topic. */
export interface OutgoingEvent {
  readonly topic: string;
  readonly event: LiveEvent;
}

/** The progress of a task, as the tasks feature counts it. */
export type TaskState = Omit<Extract<LiveEvent, { kind: "task" }>, "kind" | "topic" | "task_id">;

export const TASKS = "tasks";
/** All watchers, whatever their topics. */
export const EVERY_TOPIC = "*";
export const RESET_ROW: EventRow = { topic: EVERY_TOPIC, payload: { kind: "reset" } };
const CALLS = "calls";
const PICTURES = "pictures";
const PACKAGES = "packages";
const NOTIFICATIONS = "notifications";
const TASK_PREFIX = "task:";
const MAX_CELLS_IN_EVENT = 500;

/** The channel of a contract topic: events of jobs and notifications go only to their owner. */
export const channelOf = (topic: string, userId: string): string =>
  topic === CALLS || topic === NOTIFICATIONS ? `${topic}:${userId}` : topic;

/** The task of a topic about one task. */
export const taskOf = (topic: string): string | undefined =>
  topic.startsWith(TASK_PREFIX) ? topic.slice(TASK_PREFIX.length) : undefined;

export const needsTasks = (topic: string): boolean => topic === TASKS || isTaskTopic(topic);

/** Jobs are created in the playground and in benchmarks. */
export const needsJobs = (topic: string): boolean => topic === CALLS;

/** All internal users may see all datasets and packages, and nobody else sees any. */
export const needsDatasets = (topic: string): boolean => topic === PICTURES || topic === PACKAGES;

const CLUSTER_LOG_PREFIX = "cluster-log:";

/** Not a topic of the event stream: a followed log has connections of its own, with the same checks. */
export const clusterLogTopic = (jobId: string): string => `${CLUSTER_LOG_PREFIX}${jobId}`;

export const needsClusters = (topic: string): boolean => topic.startsWith(CLUSTER_LOG_PREFIX);

export const cellsRows = (changes: readonly CellChanged[]): EventRow[] =>
  [...Map.groupBy(changes, (change) => change.taskId)].flatMap(([taskId, ofTask]) =>
    inChunks(ofTask.map(cellChange), MAX_CELLS_IN_EVENT).map((cells) => ({
      topic: `${TASK_PREFIX}${taskId}`,
      payload: { cells },
    })),
  );

/** For too many changes to list one by one. */
export const cellsAnewRow = (taskId: string): EventRow => ({
  topic: `${TASK_PREFIX}${taskId}`,
  payload: { is_reset: true },
});

export const taskRow = (taskId: string): EventRow => ({ topic: TASKS, payload: { task_id: taskId } });

export const callRow = ({ id, userId, status, progress, queuePosition }: CallChanged): EventRow => ({
  topic: channelOf(CALLS, userId),
  payload: { id, status, progress, queue_position: queuePosition },
});

export const pictureRow = ({ datasetId, version, ordinal, kind, status }: PictureChanged): EventRow => ({
  topic: PICTURES,
  payload: { dataset_id: datasetId, version, ordinal, what: kind, status },
});

export const packageRow = (change: PackageChanged): EventRow => ({ topic: PACKAGES, payload: { ...change } });

export const notificationRow = (userId: string): EventRow => ({
  topic: channelOf(NOTIFICATIONS, userId),
  payload: {},
});

/** Keeps the last event per cell, job and package, grouped by topic in order of first appearance. */
export const coalesce = (rows: readonly StoredEvent[]): { events: OutgoingEvent[]; taskIds: string[] } => {
  const byTopic = Map.groupBy(rows, (row) => row.topic);
  const topics = [...byTopic.keys()];
  return {
    events: [...byTopic].flatMap(([topic, ofTopic]) => topicEvents(topic, ofTopic)),
    taskIds: topics.filter(isTaskTopic).map(taskIdOf),
  };
};

/** For watchers of the list and watchers of the task. */
export const taskEvents = (taskId: string, state: TaskState): OutgoingEvent[] =>
  [TASKS, `${TASK_PREFIX}${taskId}`].map((topic) => ({
    topic,
    event: { kind: "task", topic, task_id: taskId, ...state },
  }));

const topicEvents = (topic: string, rows: readonly StoredEvent[]): OutgoingEvent[] => {
  if (topic === EVERY_TOPIC) return [{ topic, event: { kind: "reset" } }];
  if (isTaskTopic(topic)) return cellsEvents(topic, rows);
  if (topic === PICTURES) return pictureEvents(rows);
  if (topic === PACKAGES) return packageEvents(rows);
  if (topic.startsWith(`${NOTIFICATIONS}:`)) return [{ topic, event: { kind: "notification", topic: NOTIFICATIONS } }];
  return lastOfEach(
    rows.map((row) => row.payload as CallPayload),
    (call) => call.id,
  ).map((call) => ({
    topic,
    event: { kind: "call", topic: CALLS, ...call },
  }));
};

type CallPayload = Omit<Extract<LiveEvent, { kind: "call" }>, "kind" | "topic">;

type PicturePayload = Omit<Extract<LiveEvent, { kind: "picture" }>, "kind" | "topic">;

const pictureEvents = (rows: readonly StoredEvent[]): OutgoingEvent[] =>
  lastOfEach(
    rows.map((row) => row.payload as PicturePayload),
    ({ dataset_id, version, ordinal, what }) => `${dataset_id},${version},${ordinal},${what}`,
  ).map((picture) => ({ topic: PICTURES, event: { kind: "picture", topic: PICTURES, ...picture } }));

const packageEvents = (rows: readonly StoredEvent[]): OutgoingEvent[] =>
  lastOfEach(
    rows.map((row) => row.payload as PackageChanged),
    ({ id }) => id,
  ).map((change) => ({ topic: PACKAGES, event: { kind: "package", topic: PACKAGES, ...change } }));

const cellsEvents = (topic: string, rows: readonly StoredEvent[]): OutgoingEvent[] => {
  // A client that refetches now also sees the other changes, which have already committed.
  if (rows.some((row) => row.payload.is_reset === true)) return [{ topic, event: { kind: "reset" } }];
  const changes = rows.flatMap((row) => row.payload.cells as CellChange[]);
  const cells = lastOfEach(changes, (cell) => `${cell.row},${cell.col},${cell.sample}`);
  return inChunks(cells, MAX_CELLS_IN_EVENT).map((chunk) => ({
    topic,
    event: { kind: "cells", topic, task_id: taskIdOf(topic), cells: chunk },
  }));
};

const isTaskTopic = (topic: string): boolean => topic.startsWith(TASK_PREFIX);
const taskIdOf = (topic: string): string => topic.slice(TASK_PREFIX.length);

const cellChange = ({ row, col, sample, status, progress, queuePosition, attemptCount }: CellChanged): CellChange => ({
  row,
  col,
  sample,
  status,
  progress,
  queue_position: queuePosition,
  attempt_count: attemptCount,
});

const lastOfEach = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

const inChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
