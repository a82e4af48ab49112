import { MESSAGES } from "@dailies/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../errors.ts";
import { BoundedQueue } from "../../platform/concurrency/bounded-queue.ts";
import { onBehalfOf } from "../../platform/concurrency/requesting-user.ts";
import type { Act, CostlyAnswers, Edge } from "../edge.ts";
import type { CostlyProcess } from "./costly-process.ts";
import { forward } from "./forward.ts";

const TURNS = { running: 8, waiting: 200, ofOnePerson: { running: 2, waiting: 40 } };

/**
 * Requests whose answers take long to make: a few of each person at a time, and in a process beside. A request that waits has
 * not been read further than its headers.
 */
export class CostlyRequests implements CostlyAnswers {
  private readonly turns = new BoundedQueue(TURNS);
  private readonly process: CostlyProcess;

  constructor(process: CostlyProcess) {
    this.process = process;
  }

  /** A GET is answered by `here` while the process starts, so that nobody waits for that. */
  readable(here: Act, edge: Edge): Act {
    return this.inTurn(async (request, reply) => {
      const address = this.process.address();
      await (address === undefined ? here(request, reply) : forward(request, reply, edge, address));
    });
  }

  /** A request with a body, which only the process reads. */
  withBody(edge: Edge): Act {
    return this.inTurn(async (request, reply) => forward(request, reply, edge, await this.process.started()));
  }

  close(): Promise<void> {
    return this.process.close();
  }

  private inTurn(answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): Act {
    return async (request, reply) => {
      const turn = onBehalfOf(request.actor?.userId, () =>
        this.turns.run(async () => {
          // Its client has left while it waited.
          if (reply.raw.closed) reply.hijack();
          else await answer(request, reply);
        }),
      );
      if (!turn) throw new DomainError("unavailable", MESSAGES.busy, { retryAfterS: 2, loggedAs: "share_used" });
      await turn;
    };
  }
}
