import type { LabelAdjudicationItem, LabelCheckQueue, LabelReviewItem } from "@dailies/contract";
import { newId } from "../../platform/ids.ts";
import type { Answer } from "../rigs/start-app.ts";
import type { Caller } from "./a-caller.ts";

type Claimed<Item> = { items: Item[]; queue: LabelCheckQueue };

/** The calls of one reviewer in one label task. */
export const aLabelReviewer = (caller: Caller, taskId: string) => {
  const ask = (what: string, body: object): Promise<Answer> => caller.post(`/api_v1/label/review/${what}`, body);
  const claim = async (count = 1): Promise<Claimed<LabelReviewItem>> =>
    (await ask("claim", { task_id: taskId, count })).body as Claimed<LabelReviewItem>;
  const decide = ({ lease_id, revision }: LabelReviewItem, body: object): Promise<Answer> =>
    ask("decide", { lease_id, revision, client_id: newId(), ...body });
  return {
    ask,
    claim,
    claimOne: async (): Promise<LabelReviewItem> => {
      const [item] = (await claim(1)).items;
      if (!item) throw new Error("there is no label to review");
      return item;
    },
    accept: (item: LabelReviewItem): Promise<Answer> => decide(item, { verdict: "accept" }),
    fix: (item: LabelReviewItem, values: object): Promise<Answer> => decide(item, { verdict: "fix", values }),
    reject: (item: LabelReviewItem, note: string): Promise<Answer> => decide(item, { verdict: "reject", note }),
  };
};

/** The calls of one adjudicator in one label task. */
export const anAdjudicator = (caller: Caller, taskId: string) => {
  const ask = (what: string, body: object): Promise<Answer> => caller.post(`/api_v1/label/adjudication/${what}`, body);
  const claim = async (count = 1, more: object = {}): Promise<Claimed<LabelAdjudicationItem>> =>
    (await ask("claim", { task_id: taskId, count, ...more })).body as Claimed<LabelAdjudicationItem>;
  return {
    ask,
    claim,
    claimOne: async (): Promise<LabelAdjudicationItem> => {
      const [item] = (await claim(1)).items;
      if (!item) throw new Error("there is no item to adjudicate");
      return item;
    },
    decide: ({ lease_id }: LabelAdjudicationItem, values: object, more: object = {}): Promise<Answer> =>
      ask("decide", { lease_id, client_id: newId(), values, duration_ms: 2_000, ...more }),
  };
};
