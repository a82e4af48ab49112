import { eventsRoutes } from "@dailies/contract";
import { addressOf } from "../api/calls.ts";

interface SseListener {
  /** The connection is open; `id` is its start position. */
  onStart(id: string): void;
  onData(data: string, id: string): void;
  onLost(): void;
}

/** The server sends a heartbeat at least every fifteen seconds. */
const SILENT_MS = 40_000;
const WATCH_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * An SSE connection that always reconnects. EventSource resumes after a lost connection by itself, but gives up permanently
 * on a status other than 200, and never detects a silent connection.
 */
export class SseConnection {
  private readonly listener: SseListener;
  private source: EventSource | undefined;
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
    if (typeof EventSource === "undefined") return;
    const query = { topic: [...this.topics], last_event_id: this.lastId };
    const source = new EventSource(addressOf(eventsRoutes.watchEvents, { query }));
    this.source = source;
    this.heardAtMs = Date.now();
    const hear = (act: (event: MessageEvent<string>) => void) => (event: MessageEvent<string>) => {
      if (this.source !== source) return;
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

  private lose(source: EventSource): void {
    this.listener.onLost();
    if (source.readyState !== EventSource.CLOSED) return;
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.failures, MAX_RETRY_MS) * (0.5 + Math.random());
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
    if (this.source?.readyState !== 1 || Date.now() - this.heardAtMs < SILENT_MS) return;
    this.listener.onLost();
    this.reopen();
  }
}
