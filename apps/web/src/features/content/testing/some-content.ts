import type { ContentFile, FavoriteItem, ProjectItem, ProjectTaskDetail, ProjectTaskItem } from "@dailies/contract";

const MEI = "mei@customer.example";

export const aFile = (overrides: Partial<ContentFile> = {}): ContentFile => ({
  kind: "video",
  mime: "video/mp4",
  width: 1280,
  height: 720,
  duration_s: 5,
  url: "https://media.test/a.mp4",
  poster_url: "https://media.test/a.webp",
  ...overrides,
});

export const favoriteId = (place: number): string => `0198c0de-0000-7000-8000-${String(place).padStart(12, "0")}`;

export const aFavorite = (place: number, overrides: Partial<FavoriteItem> = {}): FavoriteItem => ({
  id: favoriteId(place),
  user_email: MEI,
  source: "web",
  assets_type: "video",
  asset: aFile({ url: `https://media.test/${place}.mp4`, poster_url: `https://media.test/${place}.webp` }),
  project_id: "prj_ferry",
  project_name: "The ferry at dawn",
  task_id: "tsk_1",
  prompt: `A ferry leaves the harbour, take ${place}`,
  model: "wan-2.2",
  favorited_at: "2026-11-10T10:00:00Z",
  visibility: "public",
  audit_status: "none",
  audited_by: null,
  audited_at: null,
  has_consented: true,
  ...overrides,
});

export const aProject = (overrides: Partial<ProjectItem> = {}): ProjectItem => ({
  id: "prj_ferry",
  name: "The ferry at dawn",
  owner_email: MEI,
  task_count: 2,
  credits_spent: 340,
  created_at: "2026-09-01T00:00:00Z",
  last_activity: "2026-11-10T00:00:00Z",
  ...overrides,
});

export const aTask = (id: string, overrides: Partial<ProjectTaskItem> = {}): ProjectTaskItem => ({
  id,
  project_id: "prj_ferry",
  parent_task_id: null,
  type: "text_to_video",
  status: "succeeded",
  model: "wan-2.2",
  prompt: `The prompt of ${id}`,
  cover: aFile(),
  credits: 20,
  created_at: "2026-11-10T09:00:00Z",
  started_at: "2026-11-10T09:00:05Z",
  finished_at: "2026-11-10T09:01:09Z",
  error: null,
  ...overrides,
});

export const aTaskDetail = (id: string, overrides: Partial<ProjectTaskDetail> = {}): ProjectTaskDetail => ({
  ...aTask(id),
  project: aProject(),
  inputs: [aFile({ kind: "image", mime: "image/png", duration_s: null, url: "https://media.test/first.png" })],
  outputs: [aFile()],
  params: { steps: 40, guidance: 5.5 },
  seed: 4242,
  ...overrides,
});
