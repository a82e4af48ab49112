import type { DimensionItem, TemplateDetail, TemplateQuestion } from "@dailies/contract";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { questionOf } from "../editor/set-draft.ts";

type Answers = Parameters<typeof fakeApi>[0];

const OWNER_ID = "019a0000-0000-7000-8000-0000000000aa";
const AT = "2026-11-14T08:00:00Z";
const idOf = (n: number): string => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;

export const aDimension = (n: number, overrides: Partial<DimensionItem> = {}): DimensionItem => ({
  id: idOf(n),
  key: `key_${n}`,
  version: 1,
  name: `Dimension ${n}`,
  description: "",
  rubric: { levels: [], good_asset_ids: [], bad_asset_ids: [] },
  field: { type: "number", min: 1, max: 5, is_integer: true, display: "likert" },
  is_required: true,
  direction: "higher",
  weight: 1,
  source: "human",
  metric_key: null,
  applies_to: [],
  tags: [],
  owner: "mei",
  owner_id: OWNER_ID,
  may_change: true,
  used_by: 0,
  is_frozen: false,
  archived_at: null,
  created_at: AT,
  updated_at: AT,
  ...overrides,
});

export const aSet = (
  n: number,
  dimensions: readonly DimensionItem[],
  overrides: Partial<TemplateDetail> = {},
): TemplateDetail => ({
  id: idOf(100 + n),
  version: 1,
  name: `Set ${n}`,
  mode: "rating",
  instructions: "",
  judges_per_item: 3,
  dimensions: dimensions.length,
  owner: "mei",
  owner_id: OWNER_ID,
  may_change: true,
  used_by_count: 0,
  is_frozen: false,
  archived_at: null,
  created_at: AT,
  updated_at: AT,
  items: dimensions.map(questionOf),
  versions: [{ version: overrides.version ?? 1, created_by: "mei", created_at: AT, used_by_count: 0 }],
  ...overrides,
});

interface World {
  dimensions: DimensionItem[];
  sets: TemplateDetail[];
}

const versionsOf = (item: DimensionItem) => [{ ...item, created_by: "mei", created_at: AT }];

/** Like the server: a new version if it is in use, else in place. */
const revised = <T extends { version: number; is_frozen: boolean }>(item: T): Pick<T, "version" | "is_frozen"> => ({
  version: item.is_frozen ? item.version + 1 : item.version,
  is_frozen: false,
});

type Console = ReturnType<typeof renderConsole>;

interface OpenEditor extends Pick<Console, "router" | "user"> {
  sent: SentCall[];
}

/** Renders the editor against in-memory dimensions and sets that behave like the server's. */
export const openEditor = (address: string, world: World, others: Answers = {}): OpenEditor => {
  const endOf = ({ url }: SentCall): string => url.pathname.split("/").at(-1) ?? "";
  const gone = { refuse: 404, code: "not_found", detail: "there is no such thing" };
  const questionsOf = (items: readonly Record<string, unknown>[]): TemplateQuestion[] =>
    items.flatMap((entry) => {
      const dimension = world.dimensions.find(({ id }) => id === entry.dimension_id);
      return dimension ? [{ ...questionOf(dimension), ...entry } as TemplateQuestion] : [];
    });
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0"] }) }),
    "dimensions.listDimensions": ({ url }) => {
      const words = url.searchParams.get("q") ?? "";
      const items = world.dimensions.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
      return { reply: { items, total: items.length } };
    },
    "dimensions.getDimension": (call) => {
      const item = world.dimensions.find(({ id }) => id === endOf(call));
      return item ? { reply: { ...item, versions: versionsOf(item) } } : gone;
    },
    "dimensions.createDimension": ({ body }) => {
      const { request_key: _key, ...content } = body as Partial<DimensionItem> & { request_key: string };
      const item = aDimension(world.dimensions.length + 50, content);
      world.dimensions.push(item);
      return { reply: { ...item, versions: versionsOf(item) } };
    },
    "dimensions.updateDimension": (call) => {
      const index = world.dimensions.findIndex(({ id }) => id === endOf(call));
      const before = world.dimensions[index];
      if (!before) return gone;
      const { expect_version: _seen, ...content } = call.body as Partial<DimensionItem> & { expect_version: number };
      const item = { ...before, ...content, ...revised(before) };
      world.dimensions[index] = item;
      return { reply: { ...item, versions: versionsOf(item) } };
    },
    "dimensions.listTemplates": () => ({ reply: { items: world.sets, total: world.sets.length } }),
    "dimensions.getTemplate": (call) => {
      const set = world.sets.find(({ id }) => id === endOf(call));
      return set ? { reply: set } : gone;
    },
    "dimensions.createTemplate": ({ body }) => {
      const { items, request_key: _key, ...fields } = body as { items: Record<string, unknown>[]; request_key: string };
      const made = { ...aSet(world.sets.length + 50, []), ...fields, items: questionsOf(items) };
      world.sets.push(made);
      return { reply: made };
    },
    "dimensions.updateTemplate": (call) => {
      const index = world.sets.findIndex(({ id }) => id === endOf(call));
      const before = world.sets[index];
      if (!before) return gone;
      const {
        items,
        expect_version: seen,
        ...fields
      } = call.body as {
        items: Record<string, unknown>[];
        expect_version: number;
      };
      if (seen !== before.version) return { refuse: 409, code: "conflict", detail: "it was changed meanwhile" };
      const set = { ...before, ...fields, ...revised(before), items: questionsOf(items) };
      world.sets[index] = set;
      return { reply: set };
    },
    ...others,
  });
  const { router, user } = renderConsole(address);
  return { sent, router, user };
};

export const bodyOfLast = (sent: readonly SentCall[], name: string): Record<string, unknown> =>
  (sent.findLast((call) => call.name === `dimensions.${name}`)?.body ?? {}) as Record<string, unknown>;
