import { eventsRoutes } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { reactToFailure } from "../api/failure-reactions.ts";
import { EventStream, reconnectDelayMs } from "./event-stream.ts";

interface SseListener {
  /** The connection is open; `id` is its start position. */
  onStart(id: string): void;
  onData(data: string, id: string): void;
  onLost(): void;
}

/** The server sends a heartbeat at least every fifteen seconds. */
const SILENT_MS = 40_000;
const WATCH_MS = 10_000;

/** Refusals of a server that restarts or is full: the connection is retried, and pages show that it is down. */
const TEMPORARY = [0, 502, 503, 504];

/** An SSE connection that always reconnects, also after a refusal or when it is silent for too long. */
export class SseConnection {
  private readonly listener: SseListener;
  private source: EventStream | undefined;
  private topics: readonly string[] = [];
  private lastId: string | undefined;
  private heardAtMs = 0;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;

  constructor(listener: SseListener) {
    this.listener = listener;
  }

  open(topics: readonly string[], lastId: string | undefined): void {
    this.close();
    this.topics = topics;
    this.lastId = lastId;
    this.failures = 0;
    this.watch = setInterval(() => this.checkSilence(), WATCH_MS);
    window.addEventListener("online", this.reopen);
    this.connect();
  }

  close(): void {
    clearTimeout(this.retry);
    clearInterval(this.watch);
    window.removeEventListener("online", this.reopen);
    this.source?.close();
    this.source = undefined;
  }

  private connect(): void {
    const query = { topic: [...this.topics], last_event_id: this.lastId };
    const source = new EventStream(addressOf(eventsRoutes.watchEvents, { query }));
    this.source = source;
    this.heardAtMs = Date.now();
    const hear = (act: (event: MessageEvent<string>) => void) => (event: Event) => {
      if (this.source !== source || !(event instanceof MessageEvent)) return;
      this.heardAtMs = Date.now();
      this.lastId = event.lastEventId;
      act(event);
    };
    source.addEventListener(
      "start",
      hear((event) => {
        this.failures = 0;
        this.listener.onStart(event.lastEventId);
      }),
    );
    source.addEventListener(
      "beat",
      hear((event) => this.listener.onStart(event.lastEventId)),
    );
    source.addEventListener(
      "message",
      hear((event) => this.listener.onData(event.data, event.lastEventId)),
    );
    source.addEventListener("error", () => this.source === source && this.lose(source));
  }

  private lose(source: EventStream): void {
    const { failure } = source;
    this.listener.onLost();
    // Repeated refusals are reported once.
    const isSilent = failure === undefined || TEMPORARY.includes(failure.status) || this.failures > 0;
    if (failure) reactToFailure(failure, { isSilent });
    const waitMs = reconnectDelayMs(source, this.failures);
    this.failures += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(this.reopen, waitMs);
  }

  private readonly reopen = (): void => {
    clearTimeout(this.retry);
    this.source?.close();
    this.connect();
  };

  private checkSilence(): void {
    if (!this.source?.isOpen || Date.now() - this.heardAtMs < SILENT_MS) return;
    this.listener.onLost();
    this.reopen();
  }
}
