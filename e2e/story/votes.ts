import { randomUUID } from "node:crypto";
import { currentRun } from "../environment.ts";
import type { People, Person } from "./people.ts";

export type Choice = "A" | "B" | "tie" | "both_bad";

interface Item {
  readonly lease_id: string;
}

interface Voter {
  readonly claim: () => Promise<Item | undefined>;
  readonly submit: (item: Item, choice: Choice) => Promise<Item | undefined>;
}

/** Longer than any clip of a story: all of it was seen. */
const SEEN_S = 60;

/** Somebody who judges elsewhere, in a browser of their own. */
export const voterOf = async (people: People, person: Person, taskId: string): Promise<Voter> => {
  const { origin } = currentRun();
  const { name, value } = await people.cookieOf(person);
  const post = async <Reply>(path: string, body: object): Promise<Reply> => {
    const response = await fetch(`${origin}/api_v1/evaluating/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: `${name}=${value}`,
        origin,
        "sec-fetch-site": "same-origin",
      },
      body: JSON.stringify(body),
    });
    const reply = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${reply}`);
    return JSON.parse(reply) as Reply;
  };
  return {
    claim: async () => (await post<{ items: Item[] }>("claim", { task_id: taskId, count: 1 })).items[0],
    submit: async ({ lease_id }, choice) => {
      const { next } = await post<{ next: Item | null }>("submit", {
        ...{ lease_id, client_id: randomUUID(), choice, strength: null, answers: {}, marks: [] },
        ...{ watched: { A: SEEN_S, B: SEEN_S }, duration_ms: 4_000 },
      });
      return next ?? undefined;
    },
  };
};

/** Votes until there is nothing left or enough was said; answers how many there were. */
export const vote = async (voter: Voter, most: number, choose: (at: number) => Choice): Promise<number> => {
  let item = await voter.claim();
  let said = 0;
  while (item && said < most) {
    item = await voter.submit(item, choose(said));
    said += 1;
  }
  return said;
};
