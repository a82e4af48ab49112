import type {
  ApprovalRequest,
  GenerationProgress,
  GrantRequest,
  LabelTaskItem,
  QueueTask,
  TaskItem,
} from "@dailies/contract";

/** Something that only the signed-in user, or one of a few people, can move on. */
export type QueueEntry =
  | { kind: "judge"; taskId: string; name: string; judged: number; leased: number; leasedUntil: string | null }
  | { kind: "label"; taskId: string; name: string; labelled: number; leased: number; leasedUntil: string | null }
  | { kind: "approve"; count: number; oldestAt: string }
  | { kind: "decide"; what: ApprovalRequest["kind"]; count: number; oldestAt: string }
  | { kind: "failed"; taskId: string; name: string; failed: number }
  | { kind: "generated"; taskId: string; name: string; clips: number };

export interface QueueSources {
  readonly username: string;
  readonly judging: readonly QueueTask[];
  readonly labelling: readonly LabelTaskItem[];
  readonly generating: readonly TaskItem[];
  readonly requests: readonly GrantRequest[];
  readonly approvals: readonly ApprovalRequest[];
}

export interface RunningTask extends Pick<TaskItem, "id" | "name"> {
  readonly progress: GenerationProgress;
}

const pendingCells = ({ queued, running }: GenerationProgress): number => queued + running;

/** Unreserved items wait for anybody. */
const byExpiry = (one: QueueTask, other: QueueTask): number =>
  Date.parse(one.mine.leased_until ?? NEVER) - Date.parse(other.mine.leased_until ?? NEVER);
const NEVER = "9999-01-01T00:00:00Z";

/** Whoever reserved items loses them when their lease expires, so those come first. */
const judgeEntries = (judging: QueueSources["judging"]): QueueEntry[] =>
  judging
    .filter(({ mine }) => mine.has_more || mine.leased > 0)
    .toSorted(byExpiry)
    .map(({ task_id: taskId, name, mine }) => ({
      kind: "judge",
      taskId,
      name,
      judged: mine.submitted,
      leased: mine.leased,
      leasedUntil: mine.leased_until,
    }));

/** Open tasks that the user was asked to label and that need more labels. */
const labelEntries = (labelling: QueueSources["labelling"]): QueueEntry[] =>
  labelling
    .filter(
      ({ is_asked, mine, progress }) => mine.leased > 0 || (is_asked && progress.labels_done < progress.labels_total),
    )
    .map(({ id: taskId, name, mine }) => ({
      kind: "label",
      taskId,
      name,
      labelled: mine.submitted,
      leased: mine.leased,
      leasedUntil: mine.leased_until,
    }));

/** A request is approved by somebody else than the person who made it. */
const countForeign = (
  requests: readonly Pick<GrantRequest, "requested_by" | "requested_at">[],
  username: string,
): { count: number; oldestAt: string }[] => {
  const foreign = requests.filter(({ requested_by: by }) => by !== username);
  const [oldestAt] = foreign.map(({ requested_at: at }) => at).sort();
  return oldestAt === undefined ? [] : [{ count: foreign.length, oldestAt }];
};

const approveEntries = ({ requests, username }: QueueSources): QueueEntry[] =>
  countForeign(requests, username).map((counted) => ({ kind: "approve", ...counted }));

const decideEntries = ({ approvals, username }: QueueSources): QueueEntry[] =>
  [...Map.groupBy(approvals, ({ kind }) => kind)].flatMap(([what, ofKind]) =>
    countForeign(ofKind, username).map((counted): QueueEntry => ({ kind: "decide", what, ...counted })),
  );

const failedEntries = (generating: QueueSources["generating"]): QueueEntry[] =>
  generating.flatMap(({ id: taskId, name, progress }) =>
    progress !== null && progress.failed > 0 ? [{ kind: "failed", taskId, name, failed: progress.failed }] : [],
  );

/** Benchmarks whose cells have all ended, with at least one clip: the owner plans the judging next. */
const generatedEntries = (generating: QueueSources["generating"]): QueueEntry[] =>
  generating.flatMap(({ id: taskId, name, progress }) => {
    if (progress === null || progress.succeeded === 0 || progress.failed > 0) return [];
    if (pendingCells(progress) + progress.waiting > 0) return [];
    return [{ kind: "generated", taskId, name, clips: progress.succeeded }];
  });

/** What others wait for comes first, then the user's own tasks. */
export const queueEntriesOf = (sources: QueueSources): QueueEntry[] => [
  ...approveEntries(sources),
  ...decideEntries(sources),
  ...judgeEntries(sources.judging),
  ...labelEntries(sources.labelling),
  ...failedEntries(sources.generating),
  ...generatedEntries(sources.generating),
];

/** Own benchmarks with cells that are queued or running. */
export const runningTasksOf = (generating: readonly TaskItem[]): RunningTask[] =>
  generating.flatMap(({ id, name, progress }) =>
    progress !== null && pendingCells(progress) > 0 ? [{ id, name, progress }] : [],
  );
