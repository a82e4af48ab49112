import { ApiError } from "../api/api-error.ts";
import { usernameHeader } from "../api/calls.ts";
import { refusalOf } from "../api/raw-request.ts";

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

type Fields = Partial<Record<"event" | "id" | "data" | "retry", string>>;

/**
 * Server-sent events over `fetch`. Unlike EventSource it sends the headers of every call and knows why it was refused; it does
 * not reconnect by itself.
 */
export class EventStream extends EventTarget {
  isOpen = false;
  isClosed = false;
  /** Why the server refused the stream. */
  failure: ApiError | undefined;
  /** The pause before reconnecting that the server asked for. */
  retryMs: number | undefined;
  private lastEventId = "";
  private readonly stop = new AbortController();

  constructor(address: string) {
    super();
    void this.run(address);
  }

  close(): void {
    this.isOpen = false;
    this.isClosed = true;
    this.stop.abort();
  }

  private async run(address: string): Promise<void> {
    try {
      const headers = { accept: "text/event-stream", ...usernameHeader() };
      const response = await fetch(address, { headers, cache: "no-store", signal: this.stop.signal });
      if (response.status !== 200 || !response.body) throw await refusalOf(response, address);
      this.isOpen = true;
      await this.read(response.body);
    } catch (error) {
      // Anything else is a lost connection, which is an ordinary end.
      if (error instanceof ApiError) this.failure = error;
    }
    if (this.isClosed) return;
    this.close();
    this.dispatchEvent(new Event("error"));
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) this.tell(fieldsOf(block));
    }
  }

  private tell({ event = "message", id, data, retry }: Fields): void {
    if (this.isClosed) return;
    if (retry !== undefined && /^\d+$/.test(retry)) this.retryMs = Number(retry);
    if (id !== undefined) this.lastEventId = id;
    if (data === undefined) return;
    this.dispatchEvent(new MessageEvent(event, { data, lastEventId: this.lastEventId }));
  }
}

const fieldsOf = (block: string): Fields =>
  Object.fromEntries(
    block.split("\n").map((line) => {
      const [name = "", ...rest] = line.split(":");
      return [name, rest.join(":").replace(/^ /, "")];
    }),
  );

/** The pause before the stream is opened again: longer after each failure, and not the same in every browser. */
export const reconnectDelayMs = ({ retryMs = FIRST_RETRY_MS }: EventStream, failures: number): number =>
  Math.min(retryMs * 2 ** failures, MAX_RETRY_MS) * (0.5 + Math.random());
