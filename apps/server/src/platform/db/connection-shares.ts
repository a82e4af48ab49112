import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { type UserRequest, userRequest } from "../concurrency/requesting-user.ts";

/** Of each ten connections; the rest is always left for other people. */
const PLACES_OF_TEN = 3;
const MAX_WAITING_OF_ONE_PERSON = 200;
/** Also ends a wait for a request that waits for this one, which would otherwise never end. */
const MAX_WAIT_MS = 30_000;

interface Person {
  using: number;
  readonly waiting: (() => void)[];
}

/** What a request uses of the database, from its turn on. */
interface ConnectionUse {
  /** That the request has or waits for. */
  connections: number;
  isTaken: boolean;
}

const busy = (): DomainError =>
  new DomainError("unavailable", MESSAGES.busy, { retryAfterS: 2, loggedAs: "share_used" });

/**
 * Shares the connections out between people: of one person's requests only a few use the database at once, and the others
 * wait. A request counts once, however many connections it has, so that one which needs a second connection never waits for
 * itself. Work of no user is not held up.
 */
export class ConnectionShares {
  private readonly placesOfOne: number;
  private readonly maxWaitMs: number;
  private readonly people = new Map<string, Person>();
  private readonly turns = new WeakMap<
    UserRequest,
    { readonly turn: ConnectionUse; readonly isReady: Promise<void> }
  >();

  constructor(connections: number, maxWaitMs = MAX_WAIT_MS) {
    this.maxWaitMs = maxWaitMs;
    this.placesOfOne = Math.max(1, Math.floor((connections * PLACES_OF_TEN) / 10));
  }

  /** Waits for the turn of the request; the caller gives a connection back with what is returned. */
  async enter(): Promise<() => void> {
    const request = userRequest();
    if (!request) return () => undefined;
    const { turn, isReady } = this.turns.get(request) ?? this.openUse(request);
    turn.connections += 1;
    const leave = (): void => this.leave(request, turn);
    try {
      await isReady;
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  private openUse(request: UserRequest) {
    const turn: ConnectionUse = { connections: 0, isTaken: false };
    const opened = { turn, isReady: this.takeTurn(request, turn) };
    this.turns.set(request, opened);
    return opened;
  }

  private async takeTurn({ userId }: UserRequest, turn: ConnectionUse): Promise<void> {
    const person = this.people.get(userId) ?? { using: 0, waiting: [] };
    if (person.using < this.placesOfOne) person.using += 1;
    else if (person.waiting.length >= MAX_WAITING_OF_ONE_PERSON) throw busy();
    else await this.waitForTurn(person);
    this.people.set(userId, person);
    turn.isTaken = true;
  }

  /** Whoever leaves hands the turn over, so that a newcomer cannot take it. */
  private waitForTurn({ waiting }: Person): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(busy());
      }, this.maxWaitMs);
      waiting.push(begin);
    });
  }

  private leave(request: UserRequest, turn: ConnectionUse): void {
    turn.connections -= 1;
    if (turn.connections > 0) return;
    this.turns.delete(request);
    const person = this.people.get(request.userId);
    if (!person || !turn.isTaken) return;
    const next = person.waiting.shift();
    if (next) next();
    else person.using -= 1;
    if (person.using === 0) this.people.delete(request.userId);
  }
}
