import {
  type LabelItem,
  type LabelItemTimeline,
  type LabelQueue,
  type LabelStarter,
  type LabelTaskDetail,
  type LabelTaskItem,
  type LabelTemplateDetail,
  labelStarter,
} from "@dailies/contract";

export const TASK_ID = "0198c0de-0000-7000-b000-000000000001";
const idOf = (kind: string, place: number): string => `0198c0de-0000-7000-${kind}-${String(place).padStart(12, "0")}`;
export const leaseId = (place: number): string => idOf("b100", place);
export const revisionId = (place: number): string => idOf("b200", place);

const AT = "2026-03-02T09:00:00Z";

export const aTaskItem = (overrides: Partial<LabelTaskItem> = {}): LabelTaskItem => ({
  id: TASK_ID,
  name: "Night captions",
  status: "Open",
  template: { id: idOf("b300", 1), name: "Caption edit", version: 2 },
  source: {
    dataset_id: idOf("b400", 1),
    dataset_name: "drives",
    version: 3,
    view_id: idOf("b500", 1),
    view_name: "night",
    pair_column: null,
    from_task: null,
  },
  overlap: 2,
  progress: { items_total: 40, items_done: 5, labels_done: 12, labels_total: 80 },
  mine: {
    submitted: 7,
    skipped: 1,
    prefill_kept: 2,
    prefill_total: 7,
    seconds: 300,
    last_at: AT,
    leased: 0,
    leased_until: null,
  },
  checks: null,
  is_asked: true,
  owner: "mei",
  priority: 0,
  due_at: null,
  error: null,
  revision: 1,
  created_at: AT,
  updated_at: AT,
  ...overrides,
});

export const aTask = (starter: LabelStarter, overrides: Partial<LabelTaskDetail> = {}): LabelTaskDetail => ({
  ...aTaskItem(),
  fields: labelStarter(starter).fields,
  prefill: [],
  prefill_score_column: null,
  guidelines: { version: 1, text: "# Look closely\n\n- at the **hands**", created_by: "mei", created_at: AT },
  lease_minutes: 10,
  review_share: 0,
  adjudicate_below: 100,
  gold_share: null,
  order: "sequence",
  seed: 0,
  count: null,
  missing_keys: 0,
  missing_key_examples: [],
  addition: null,
  people: [],
  groups: [],
  ...overrides,
});

export const anItem = (place: number, overrides: Partial<LabelItem> = {}): LabelItem => ({
  lease_id: leaseId(place),
  task_id: TASK_ID,
  item: place,
  item_key: `clip-${place}`,
  media: {
    url: `/api_v1/label/work/media/${leaseId(place)}`,
    content_type: "video/webm",
    duration_us: 2_000_000,
    fps: 10,
    frames: 20,
  },
  other_media: null,
  prefill: {},
  prefill_score: null,
  lease_until: new Date(Date.now() + 600_000).toISOString(),
  draft: null,
  draft_saved_at: null,
  returned: null,
  ...overrides,
});

export const aQueue = (overrides: Partial<LabelQueue> = {}): LabelQueue => ({
  state: "working",
  leased_by_others: 0,
  next_free_at: null,
  guidelines_version: 1,
  mine: { submitted: 7, skipped: 1, prefill_kept: 2, prefill_total: 7, seconds: 300, last_at: AT },
  ...overrides,
});

export const aTimeline = (): LabelItemTimeline => {
  const revision = {
    person: "ada",
    by: "ada",
    edited: {},
    template_version: 1,
    guidelines_version: 1,
    duration_ms: 4_000,
    watched_s: 2,
    restored_from: null,
    undone_at: null,
    created_at: AT,
  };
  return {
    task_id: TASK_ID,
    item: 3,
    item_key: "clip-3",
    dataset_id: idOf("b400", 1),
    dataset_version: 3,
    ordinal: 2,
    other_key: null,
    other_ordinal: null,
    duration_us: 2_000_000,
    fps: 10,
    overlap: 2,
    done: 1,
    leased: 0,
    prefill: { caption: "a car at night" },
    prefill_model: { name: "Captioner", version: "v7" },
    revisions: [
      { ...revision, id: revisionId(1), revision: 1, values: { caption: "a red car at night" }, is_current: false },
      { ...revision, id: revisionId(2), revision: 2, values: { caption: "a red truck at night" }, is_current: true },
    ],
    events: [
      {
        item: 3,
        n: 1,
        event: "submitted",
        by: "ada",
        person: "ada",
        at: AT,
        seconds: 4,
        revision: 1,
        skip_reason: null,
        skip_note: "",
      },
    ],
  };
};

export const aTemplate = (starter: LabelStarter): LabelTemplateDetail => ({
  ...labelStarter(starter),
  id: idOf("b300", 1),
  version: 1,
  owner: "mei",
  used_by_count: 0,
  is_frozen: false,
  archived_at: null,
  created_at: AT,
  updated_at: AT,
  versions: [],
});
