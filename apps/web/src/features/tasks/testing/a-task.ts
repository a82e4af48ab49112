import type { GenerationProgress, TaskDetail, TaskItem, TaskSpend } from "@dailies/contract";

const idOf = (place: number): string => `0198c0de-0000-7000-9000-${String(place).padStart(12, "0")}`;

export const aProgress = (overrides: Partial<GenerationProgress> = {}): GenerationProgress => ({
  total: 48,
  waiting: 0,
  queued: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  excluded: 0,
  ...overrides,
});

export const aSpend = (overrides: Partial<TaskSpend> = {}): TaskSpend => ({
  currency: "USD",
  actual_micros: 0,
  reserved_micros: 0,
  estimated_micros: 0,
  budget_micros: null,
  is_budget_hard: false,
  ...overrides,
});

/** A task as in the list; its index determines its id. */
export const aTask = (place: number, overrides: Partial<TaskItem> = {}): TaskItem => ({
  id: idOf(place),
  kind: "Benchmark",
  name: `Task ${place}`,
  description: "",
  tags: [],
  status: "Init",
  owner: "mei",
  owner_id: idOf(900),
  is_mine: true,
  rows: 12,
  columns: 4,
  progress: aProgress(),
  spend: aSpend(),
  votes: null,
  revision: 1,
  archived_at: null,
  created_at: "2026-01-01T03:04:05Z",
  updated_at: "2026-01-02T03:04:05Z",
  ...overrides,
});

export const asDetail = (task: TaskItem, more: Partial<TaskDetail> = {}): TaskDetail => ({
  ...task,
  members: [],
  settings: {},
  ...more,
});
