import { type ClientRequest, type IncomingMessage, request } from "node:http";

export interface HeardEvent {
  readonly id: string;
  /** `message` for events of the contract. */
  readonly name: string;
  readonly data: Record<string, unknown>;
}

export interface LiveClient {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly heard: readonly HeardEvent[];
  /** Everything received, verbatim. */
  readonly text: string;
  readonly isClosed: boolean;
  /** The id a browser would resume with. */
  readonly lastId: string | undefined;
  /** Stops reading from the socket. */
  pause(): void;
  cut(): void;
}

interface Line {
  readonly url: string;
  readonly cookies: Record<string, string>;
  readonly lastEventId?: string;
}

/** A minimal SSE client that exposes the raw data. */
export const openLine = ({ url, cookies, lastEventId }: Line): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const cookie = Object.entries(cookies)
      .map((pair) => pair.join("="))
      .join("; ");
    const headers = { cookie, accept: "text/event-stream", ...(lastEventId ? { "last-event-id": lastEventId } : {}) };
    const asked = request(url, { headers, agent: false }, (response) => resolve(follow(asked, response)));
    asked.on("error", reject);
    asked.end();
  });

const follow = (asked: ClientRequest, response: IncomingMessage): LiveClient => {
  let text = "";
  let isClosed = false;
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
  });
  response.on("error", () => undefined);
  asked.on("error", () => undefined);
  response.on("close", () => {
    isClosed = true;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    get heard() {
      return parseEvents(text);
    },
    get text() {
      return text;
    },
    get isClosed() {
      return isClosed;
    },
    get lastId() {
      return parseEvents(text).at(-1)?.id;
    },
    pause: () => response.pause(),
    cut: () => response.destroy(),
  };
};

const parseEvents = (text: string): HeardEvent[] =>
  text
    .slice(0, text.lastIndexOf("\n\n") + 1)
    .split("\n\n")
    .map((block) => new Map(block.split("\n").map((line) => splitField(line))))
    .filter((fields) => fields.has("data"))
    .map((fields) => ({
      id: fields.get("id") ?? "",
      name: fields.get("event") ?? "message",
      data: JSON.parse(fields.get("data") ?? "{}") as Record<string, unknown>,
    }));

const splitField = (line: string): [string, string] => {
  const at = line.indexOf(": ");
  return [line.slice(0, at), line.slice(at + 2)];
};
