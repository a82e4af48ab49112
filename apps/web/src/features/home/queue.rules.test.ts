import type { ApprovalRequest, GenerationProgress, GrantRequest, QueueTask, TaskItem } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { type QueueSources, queueEntriesOf, runningTasksOf } from "./queue.rules.ts";

const NONE: GenerationProgress = {
  total: 10,
  waiting: 0,
  queued: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  excluded: 0,
};

const aTask = (progress: Partial<GenerationProgress> | null): TaskItem =>
  ({ id: "t1", name: "Night scenes", progress: progress && { ...NONE, ...progress } }) as TaskItem;

const aJudging = (mine: Partial<QueueTask["mine"]>): QueueTask =>
  ({
    task_id: "t2",
    name: "Rain",
    mine: {
      submitted: 3,
      skipped: 0,
      leased: 0,
      has_more: true,
      self_agreement: null,
      last_at: null,
      leased_until: null,
      ...mine,
    },
  }) as QueueTask;

const aRequest = (requestedBy: string, requestedAt: string): GrantRequest =>
  ({ requested_by: requestedBy, requested_at: requestedAt }) as GrantRequest;

const entriesOf = (sources: Partial<QueueSources>) =>
  queueEntriesOf({
    username: "mei",
    judging: [],
    labelling: [],
    generating: [],
    requests: [],
    approvals: [],
    ...sources,
  });

describe("the entries of a queue", () => {
  it("are none when nobody waits for the user", () => {
    expect(entriesOf({})).toEqual([]);
  });

  it("name a judging while items remain or are reserved, and not afterwards", () => {
    expect(entriesOf({ judging: [aJudging({})] })).toEqual([
      { kind: "judge", taskId: "t2", name: "Rain", judged: 3, leased: 0, leasedUntil: null },
    ]);
    expect(entriesOf({ judging: [aJudging({ has_more: false, leased: 2 })] })).toMatchObject([{ leased: 2 }]);
    expect(entriesOf({ judging: [aJudging({ has_more: false })] })).toEqual([]);
  });

  it("name a label task that the user was asked for, until it has all its labels", () => {
    const mine = { submitted: 3, leased: 0, leased_until: null };
    const task = { id: "l1", name: "Captions", is_asked: true, mine, progress: { labels_done: 4, labels_total: 9 } };
    const labelling = [task] as unknown as QueueSources["labelling"];
    expect(entriesOf({ labelling })).toEqual([
      { kind: "label", taskId: "l1", name: "Captions", labelled: 3, leased: 0, leasedUntil: null },
    ]);
    const done = [{ ...task, progress: { labels_done: 9, labels_total: 9 } }] as unknown as typeof labelling;
    expect(entriesOf({ labelling: done })).toEqual([]);
    const unasked = [{ ...task, is_asked: false }] as unknown as typeof labelling;
    expect(entriesOf({ labelling: unasked })).toEqual([]);
  });

  it("put a judging first whose reserved items are lost soonest", () => {
    const judging = [
      { ...aJudging({}), task_id: "free" },
      { ...aJudging({ leased: 1, leased_until: "2026-11-17T10:09:00Z" }), task_id: "later" },
      { ...aJudging({ leased: 1, leased_until: "2026-11-17T10:02:00Z" }), task_id: "soon" },
    ];
    expect(entriesOf({ judging }).map((entry) => "taskId" in entry && entry.taskId)).toEqual(["soon", "later", "free"]);
  });

  it("count the grants of other operators, with the time of the oldest, and leave out one's own", () => {
    const requests = [
      aRequest("lea", "2026-11-17T10:00:00Z"),
      aRequest("tom", "2026-11-16T10:00:00Z"),
      aRequest("mei", "2026-11-15T10:00:00Z"),
    ];
    expect(entriesOf({ requests })).toEqual([{ kind: "approve", count: 2, oldestAt: "2026-11-16T10:00:00Z" }]);
    expect(entriesOf({ requests: requests.slice(2) })).toEqual([]);
  });

  it("group other requests for a second person by what they are about", () => {
    const anApproval = (kind: ApprovalRequest["kind"], by: string, at: string): ApprovalRequest =>
      ({ kind, requested_by: by, requested_at: at }) as ApprovalRequest;
    const approvals = [
      anApproval("permission", "lea", "2026-11-17T10:00:00Z"),
      anApproval("permission", "tom", "2026-11-16T10:00:00Z"),
      anApproval("config", "mei", "2026-11-15T10:00:00Z"),
    ];
    expect(entriesOf({ approvals })).toEqual([
      { kind: "decide", what: "permission", count: 2, oldestAt: "2026-11-16T10:00:00Z" },
    ]);
  });

  it("name failed cells of one's tasks", () => {
    expect(entriesOf({ generating: [aTask({ succeeded: 6, failed: 4 })] })).toEqual([
      { kind: "failed", taskId: "t1", name: "Night scenes", failed: 4 },
    ]);
  });

  it("say that clips are ready only when every cell has ended without a failure", () => {
    expect(entriesOf({ generating: [aTask({ succeeded: 10 })] })).toEqual([
      { kind: "generated", taskId: "t1", name: "Night scenes", clips: 10 },
    ]);
    for (const progress of [
      { succeeded: 9, running: 1 },
      { succeeded: 9, queued: 1 },
      { succeeded: 9, waiting: 1 },
      {},
      null,
    ])
      expect(entriesOf({ generating: [aTask(progress)] })).toEqual([]);
  });

  it("put what others wait for before one's own tasks", () => {
    const kinds = entriesOf({
      judging: [aJudging({})],
      requests: [aRequest("lea", "2026-11-17T10:00:00Z")],
      generating: [aTask({ succeeded: 6, failed: 4 })],
    }).map(({ kind }) => kind);
    expect(kinds).toEqual(["approve", "judge", "failed"]);
  });
});

it("running tasks have cells that are queued or running", () => {
  expect(runningTasksOf([aTask({ running: 2, succeeded: 8 })])).toHaveLength(1);
  expect(runningTasksOf([aTask({ succeeded: 10 }), aTask({ waiting: 10 }), aTask(null)])).toEqual([]);
});
