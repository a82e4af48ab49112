import { BoundedQueue } from "../../platform/concurrency/bounded-queue.ts";
import type { Act, CostlyAnswers, Edge } from "../edge.ts";
import { inTurn } from "../routing/in-turn.ts";
import type { CostlyProcess } from "./costly-process.ts";
import { forward } from "./forward.ts";

const TURNS = { running: 8, waiting: 200, ofOnePerson: { running: 2, waiting: 40 } };

/** Requests whose answers take long to make: a few of each person at a time, and in a process beside. */
export class CostlyRequests implements CostlyAnswers {
  private readonly turns = new BoundedQueue(TURNS);
  private readonly process: CostlyProcess;

  constructor(process: CostlyProcess) {
    this.process = process;
  }

  /** A GET is answered by `here` while the process starts, so that nobody waits for that. */
  readable(here: Act, edge: Edge): Act {
    return inTurn(this.turns, async (request, reply) => {
      const address = this.process.address();
      await (address === undefined ? here(request, reply) : forward(request, reply, edge, address));
    });
  }

  /** A request with a body, which only the process reads. */
  withBody(edge: Edge): Act {
    return inTurn(this.turns, async (request, reply) => forward(request, reply, edge, await this.process.started()));
  }

  close(): Promise<void> {
    return this.process.close();
  }
}
