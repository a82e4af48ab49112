import type { ShardPart } from "../shard-clip.ts";
import type { LocateAnswer, LocateQuestion } from "../shard-messages.ts";
import type { PageClient } from "./worker-scope.ts";

const ANSWER_MS = 20_000;
const MAX_KEPT = 1_000;
/** A signed URL that would expire during the request counts as expired. */
const MARGIN_MS = 10_000;

const requestLocation = (client: PageClient, question: LocateQuestion): Promise<ShardPart | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (part: ShardPart | undefined): void => {
      clearTimeout(timer);
      port1.close();
      resolve(part);
    };
    // A frozen or closed page does not answer.
    const timer = setTimeout(() => end(undefined), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<LocateAnswer>) => end(data.part);
    client.postMessage(question, [port2]);
  });

/** Clip locations by page, in memory only: a restarted worker has none and asks again. Each page is asked separately. */
export const createAddressCache = (now: () => number) => {
  const kept = new Map<string, ShardPart>();

  const keep = (name: string, part: ShardPart): void => {
    kept.delete(name);
    kept.set(name, part);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return async (clients: readonly PageClient[], id: string, isRenewal: boolean): Promise<ShardPart | undefined> => {
    for (const client of clients) {
      const name = `${client.id}/${id}`;
      const known = kept.get(name);
      if (known && !isRenewal && known.expiresAtMs - MARGIN_MS > now()) return known;
      const part = await requestLocation(client, {
        kind: "shard-locate",
        id,
        isRenewal: isRenewal || known !== undefined,
      });
      if (!part) continue;
      keep(name, part);
      return part;
    }
    return undefined;
  };
};
