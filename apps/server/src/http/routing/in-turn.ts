import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { BoundedQueue } from "../../platform/concurrency/bounded-queue.ts";
import { onBehalfOf } from "../../platform/concurrency/requesting-user.ts";
import type { Act } from "../edge.ts";

/**
 * Answers a few requests of each person at a time. One that waits has been read no further than its headers, and others have
 * their turn meanwhile.
 */
export const inTurn =
  (turns: BoundedQueue, answer: Act): Act =>
  async (request, reply) => {
    const turn = onBehalfOf(request.actor?.userId, () =>
      turns.run(async () => {
        // Its client has left while it waited.
        if (reply.raw.closed) reply.hijack();
        else await answer(request, reply);
      }),
    );
    if (!turn) throw new DomainError("unavailable", MESSAGES.busy, { retryAfterS: 2, loggedAs: "share_used" });
    await turn;
  };
