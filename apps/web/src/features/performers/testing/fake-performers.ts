import type { PerformerItem, PerformerTaskItem } from "@dailies/contract";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aRunningCall, asDetail } from "./a-call.ts";

type Answers = Parameters<typeof fakeApi>[0];

interface World {
  performers: PerformerItem[];
  calls: PerformerTaskItem[];
  permissions?: string[];
  others?: Answers;
}

const PLAYER = ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"];

/** In-memory performers and jobs that behave like the server's. */
export const openPerformers = (address: string, world: World) => {
  const { performers, calls } = world;
  const create = ({ body }: SentCall) => {
    const { performer_id, seeds } = body as { performer_id: string; seeds: number[] };
    const made = (seeds.length > 0 ? seeds : [undefined]).map((seed, place) =>
      aRunningCall(100 + calls.length + place, { performer_id, seed_requested: seed ?? null, seed_used: seed ?? null }),
    );
    calls.unshift(...made);
    return { reply: { items: made } };
  };
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: world.permissions ?? PLAYER }) }),
    "performers.listPerformers": () => ({ reply: { items: performers, total: performers.length } }),
    "performers.filterPerformerTasks": () => ({ reply: { items: calls, total: calls.length } }),
    "performers.getPerformerTask": ({ url }) => {
      const call = calls.find(({ id }) => id === url.searchParams.get("id"));
      return call ? { reply: asDetail(call) } : { refuse: 404, code: "not_found", detail: "there is no such call" };
    },
    "performers.estimatePerformerTask": ({ body }) => {
      const { calls: count } = body as { calls: number };
      return { reply: { cost: { amount_micros: 200_000 * count, currency: "USD" } } };
    },
    "performers.createPerformerTask": create,
    ...world.others,
  });
  const { router, user } = renderConsole(address);
  return { sent, router, user };
};

export const bodiesOf = (sent: readonly SentCall[], name: string): Record<string, unknown>[] =>
  sent.filter((call) => call.name === name).map(({ body }) => body as Record<string, unknown>);
