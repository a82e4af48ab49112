import type { ConfigItem, ConfigVersion, FieldSpec, FieldValue } from "@dailies/contract";
import { screen } from "@testing-library/react";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

type Answers = Parameters<typeof fakeApi>[0];

export const aConfig = (key: string, overrides: Partial<ConfigItem> = {}): ConfigItem => ({
  key,
  value_type: "number",
  value: 10,
  published_value: 10,
  schema: { type: "number", min: 0, max: 100, unit: "s" },
  description: "",
  status: "published",
  version: 3,
  value_version: 3,
  published_version: 3,
  comment: "",
  sensitive: false,
  guarded: false,
  waiting: null,
  updated_at: "2026-11-14T08:00:00Z",
  updated_by: "mei",
  ...overrides,
});

export const aVersion = (version: number, value: FieldValue | null, schema: FieldSpec): ConfigVersion => ({
  version,
  value,
  schema,
  was_published: true,
  comment: `reason ${version}`,
  created_at: "2026-11-14T08:00:00Z",
  created_by: "mei",
});

const conflict = { refuse: 409, code: "conflict", detail: "somebody else saved version 4 of this key" };

type Console = ReturnType<typeof renderConsole>;

interface OpenSettings extends Pick<Console, "router" | "user"> {
  sent: SentCall[];
  items: Map<string, ConfigItem>;
  keep: (item: ConfigItem) => { reply: ConfigItem };
}

/** In-memory keys that behave like the server's: versions increase, and a stale version is rejected. */
export const openSettings = (address: string, start: readonly ConfigItem[], others: Answers = {}): OpenSettings => {
  const items = new Map(start.map((item) => [item.key, item]));
  const keep = (item: ConfigItem) => {
    items.set(item.key, item);
    return { reply: item };
  };
  const act =
    (change: (item: ConfigItem, body: Record<string, unknown>) => Partial<ConfigItem>) => (call: SentCall) => {
      const body = call.body as Record<string, unknown> & { key: string; expected_version: number };
      const item = items.get(body.key);
      if (!item || item.version !== body.expected_version) return conflict;
      return keep({ ...item, ...change(item, body) });
    };
  const namespaces = () => [
    { name: "render", count: items.size, drafts: [...items.values()].filter((item) => item.status === "draft").length },
  ];
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0", "DYNAMIC_CONFIG_MANAGE"] }) }),
    "settings.listConfigs": ({ body }) => {
      const { status, q = "" } = body as { status?: string; q?: string };
      const found = [...items.values()].filter((item) => (!status || item.status === status) && item.key.includes(q));
      return { reply: { items: found, total: found.length, namespaces: namespaces(), declared: [] } };
    },
    "settings.getConfigs": ({ body }) => {
      const { keys } = body as { keys: string[] };
      return { reply: { items: keys.flatMap((key) => items.get(key) ?? []) } };
    },
    "settings.updateConfig": act((item, { value, schema, description }) => ({
      value: (value as FieldValue | undefined) ?? item.value,
      schema: (schema as FieldSpec | undefined) ?? item.schema,
      description: (description as string | undefined) ?? item.description,
      status: "draft",
      version: item.version + 1,
      value_version: item.version + 1,
    })),
    "settings.publishConfig": act((item, { comment }) => ({
      status: "published",
      published_version: item.value_version,
      published_value: item.value,
      comment: String(comment),
    })),
    ...others,
  });
  const { router, user } = renderConsole(address);
  return { sent, items, keep, router, user };
};

/** Finds a dialog by title: in tests antd gives every dialog the same id, so it would get the name of a drawer beneath. */
export const findDialog = async (title: string): Promise<HTMLElement> => {
  const found = await screen.findByText(title);
  const dialog = found.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) throw new Error(`“${title}” is not the title of a dialog`);
  return dialog;
};

export const bodyOfLast = (sent: readonly SentCall[], name: string): unknown =>
  sent.findLast((call) => call.name === name)?.body;
