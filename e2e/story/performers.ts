import { expect, type Page } from "@playwright/test";
import { ensurePerformer } from "./benchmarks.ts";
import { callFrom } from "./call.ts";

const MADE_MS = 120_000;

export const PLAYGROUND_PATH = "/#/performer-playground";

interface Call {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly finished_at: string | null;
}

/** The same keys in every view of a person: the second one finds what the first one made. */
const WISHES = [
  {
    prompt: "a lighthouse in the rain, slow dolly in, dusk",
    seeds: [7, 8],
    key: "019a0000-0000-7000-8000-0000000c0001",
  },
  { prompt: "paper boats on a street [fault:wrong_length]", seeds: [7], key: "019a0000-0000-7000-8000-0000000c0002" },
  { prompt: "a glass of milk falls [fault:refuse]", seeds: [7], key: "019a0000-0000-7000-8000-0000000c0003" },
] as const;

/** A few calls of the page's own person, all of them ended. */
export const ensureCalls = async (page: Page): Promise<readonly Call[]> => {
  const performer_id = await ensurePerformer(page);
  for (const { prompt, seeds, key } of WISHES) {
    await callFrom(page, "/performer/task/create", { performer_id, input: { prompt }, seeds, request_key: key });
  }
  const read = async (): Promise<readonly Call[]> =>
    (await callFrom<{ items: Call[] }>(page, "/performer/task/filter", { sources: ["playground"] })).items;
  await expect
    .poll(async () => (await read()).filter((call) => call.finished_at === null).length, { timeout: MADE_MS })
    .toBe(0);
  return read();
};

/** A hosted performer that nobody gave a key to. */
export const ensureHosted = async (page: Page): Promise<void> => {
  const { items } = await page.evaluate(
    async () => (await (await fetch("/api_v1/performer/list")).json()) as { items: { name: string }[] },
  );
  if (items.some(({ name }) => name === "Wan on fal")) return;
  await callFrom(page, "/performer/create", {
    ...{ name: "Wan on fal", adapter: "fal", endpoint: "https://queue.fal.run", model: "fal-ai/wan/text-to-video" },
    input_schema: [
      { key: "prompt", label: "Prompt", role: "prompt", is_required: true, spec: { type: "text", is_multiline: true } },
    ],
    capabilities: ["t2v"],
    limits: { concurrency: 4, rpm: null, timeout_s: 600 },
    pricing: null,
  });
};
