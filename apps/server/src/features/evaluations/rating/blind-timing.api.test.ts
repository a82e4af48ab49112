import type { EvaluationItem } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation, aRater, type Rater, storeJudgedClips } from "../../../testing/builders/an-evaluation.ts";
import { examplesAsked } from "../../../testing/environment.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const RATERS = 8;
const LEASES = examplesAsked(240);
/** The clips of one model are much smaller than those of the other, so that much of what is sent of them is padding. */
const CLIP_BYTES = [70_000, 700_000] as const;
/** The first byte, bytes that are padding of the small clip, and the last byte. */
const RANGES = ["bytes=0-0", "bytes=400000-400099", "bytes=-1"] as const;
/** Three standard deviations of a share of fair coins, and what nobody could use in a few hundred pairs. */
const MARGIN = 3 * Math.sqrt(0.25 / LEASES) + 0.04;

const clipOf = (bytes: number) => ({ bytes: Buffer.alloc(bytes, "c"), contentType: "video/mp4" });

const timeOf = async (rater: Rater, url: string, range: string): Promise<number> => {
  const startedMs = performance.now();
  const response = await app.current.app.http.inject({
    url,
    cookies: rater.cookies,
    headers: { "sec-fetch-site": "same-origin", range },
  });
  const tookMs = performance.now() - startedMs;
  expect(response.statusCode).toBe(206);
  return tookMs;
};

/** Whether the clip of the first model was answered faster than the other, asked for in a random order. */
const isFirstFaster = async (
  rater: Rater,
  { item, isSwapped }: { item: EvaluationItem; isSwapped: boolean },
  range: string,
) => {
  const [left, right] = item.slots.map(({ media_url }) => media_url ?? "") as [string, string];
  const [first, second] = isSwapped ? [right, left] : [left, right];
  if (Math.random() < 0.5) return (await timeOf(rater, first, range)) < (await timeOf(rater, second, range));
  const ofSecond = await timeOf(rater, second, range);
  return (await timeOf(rater, first, range)) < ofSecond;
};

/** Claims the next item, reads it in every range, and judges it. Returns the ranges in which the first model was faster. */
const readNext = async (rater: Rater): Promise<string[]> => {
  const [item] = await rater.claim();
  if (!item) throw new Error("every rater judges every prompt");
  const { is_swapped: isSwapped } = await app.current.db
    .selectFrom("evaluation_lease")
    .select("is_swapped")
    .where("id", "=", item.lease_id)
    .executeTakeFirstOrThrow();
  const faster: string[] = [];
  for (const range of RANGES) {
    if (await isFirstFaster(rater, { item, isSwapped }, range)) faster.push(range);
  }
  expect((await rater.submit(item.lease_id)).status).toBe(200);
  return faster;
};

describe("the time that a judged clip takes", () => {
  it(`says no more about its model than a coin over ${LEASES} leases, wherever in the clip it is read`, async () => {
    const raters = await Promise.all(Array.from({ length: RATERS }, () => aCaller(app.current, {})));
    const prompts = LEASES / RATERS;
    const { id } = await anEvaluation(app.current, owner, { prompts, raters, plan: { judges_per_item: RATERS } });
    await storeJudgedClips(app.current, id, [clipOf(CLIP_BYTES[0]), clipOf(CLIP_BYTES[1])]);
    const faster: string[] = [];
    for (const caller of raters) {
      const rater = aRater(caller, id);
      for (let prompt = 0; prompt < prompts; prompt++) faster.push(...(await readNext(rater)));
    }
    for (const range of RANGES) {
      const share = faster.filter((one) => one === range).length / LEASES;
      const words = `${range} is faster for the small clip in ${share} of the pairs`;
      expect(Math.abs(share - 0.5), words).toBeLessThan(MARGIN);
    }
  });
});
