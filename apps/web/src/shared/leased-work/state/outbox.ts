import { ApiError } from "../../../lib/api/api-error.ts";
import type { AnswerBody, KeptAnswer } from "./kept-answers.ts";

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

interface Options<Body extends AnswerBody, Sent> {
  readonly load: () => readonly KeptAnswer<Body>[];
  readonly save: (answers: readonly KeptAnswer<Body>[]) => void;
  readonly send: (answer: KeptAnswer<Body>) => Promise<Sent>;
  readonly onSent: (answer: KeptAnswer<Body>, sent: Sent) => void;
  /** The server rejected it permanently. */
  readonly onRefused: (answer: KeptAnswer<Body>, error: unknown) => void;
  readonly onSignedOut: () => void;
}

export interface OutboxState {
  readonly waiting: number;
  /** An attempt failed, and not everything queued since then has been sent. */
  readonly isStuck: boolean;
}

const TOO_MANY = 429;
const SIGNED_OUT = 401;
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== TOO_MANY;

/** Outbox of answers: persisted, then sent one at a time and retried with the same key until the server responds. */
export class Outbox<Body extends AnswerBody, Sent> {
  readonly #options: Options<Body, Sent>;
  readonly #listeners = new Set<() => void>();
  #answers: readonly KeptAnswer<Body>[];
  #state: OutboxState;
  #isSending = false;
  #isStopped = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options<Body, Sent>) {
    this.#options = options;
    this.#answers = options.load();
    this.#state = { waiting: this.#answers.length, isStuck: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly state = (): OutboxState => this.#state;

  add(answer: KeptAnswer<Body>): void {
    this.#keep([...this.#answers, answer]);
    this.flush();
  }

  /** Returns true if it was not sent yet; it is then removed without a trace. */
  takeBack(clientId: string): boolean {
    const [first] = this.#answers;
    if (this.#isSending && first?.body.client_id === clientId) return false;
    const rest = this.#answers.filter(({ body }) => body.client_id !== clientId);
    const isTaken = rest.length < this.#answers.length;
    if (isTaken) this.#keep(rest);
    return isTaken;
  }

  /** Sends now, regardless of the scheduled retry. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#isStopped = false;
    if (!this.#isSending) void this.#sendNext();
  };

  /** A request in flight completes; nothing else is sent until the next flush. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #sendNext(): Promise<void> {
    const [answer] = this.#answers;
    if (!answer) return;
    this.#isSending = true;
    const isOver = await this.#options.send(answer).then(
      (sent) => this.#settle(answer, () => this.#options.onSent(answer, sent)),
      (error: unknown) => this.#fail(answer, error),
    );
    this.#isSending = false;
    if (isOver && !this.#isStopped) await this.#sendNext();
  }

  #settle(answer: KeptAnswer<Body>, tell: () => void): boolean {
    this.#failures = 0;
    this.#keep(this.#answers.filter((kept) => kept !== answer));
    tell();
    return true;
  }

  #fail(answer: KeptAnswer<Body>, error: unknown): boolean {
    if (error instanceof ApiError && error.status === SIGNED_OUT) {
      this.#options.onSignedOut();
      return false;
    }
    if (isRefusal(error)) return this.#settle(answer, () => this.#options.onRefused(answer, error));
    this.#failures += 1;
    this.#tell(true);
    if (this.#isStopped) return false;
    this.#timer = setTimeout(this.flush, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1)));
    return false;
  }

  #keep(answers: readonly KeptAnswer<Body>[]): void {
    this.#answers = answers;
    this.#options.save(answers);
    this.#tell(this.#state.isStuck && answers.length > 0);
  }

  #tell(isStuck: boolean): void {
    this.#state = { waiting: this.#answers.length, isStuck };
    for (const listener of this.#listeners) listener();
  }
}
