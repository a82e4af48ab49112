import type { SentCall } from "../../../testing/fake-api.ts";
import { LIMITS } from "./a-lease.ts";

/** The number at the end of a test id. */
const numberOf = (id: string): number => Number(id.slice(-12));

/** The server's side of a queue with as many items as requested, each given until it is answered once. */
export const aNumberedQueue = (count: number) => {
  const answered = new Set<number>();
  const left = (): number[] => Array.from({ length: count }, (_, at) => at + 1).filter((place) => !answered.has(place));
  return {
    left,
    claim: (): number[] => left().slice(0, LIMITS.maxLeases),
    /** Answers the item of the call's lease, and returns its number. */
    answer: ({ body }: SentCall): number => {
      const place = numberOf((body as { lease_id: string }).lease_id);
      answered.add(place);
      return place;
    },
    /** Gives the item of an answer again, and returns its number. */
    takeBack: (answerId: string): number => {
      const place = numberOf(answerId);
      answered.delete(place);
      return place;
    },
    undoableUntil: (): string => new Date(Date.now() + 30_000).toISOString(),
    renew: ({ body }: SentCall) => ({
      reply: {
        kept: (body as { lease_ids: string[] }).lease_ids.map((lease_id) => ({
          lease_id,
          lease_until: new Date(Date.now() + LIMITS.leaseMs).toISOString(),
        })),
        lost: [],
      },
    }),
  };
};
