import { once } from "node:events";
import { connect, type Socket } from "node:net";

const END_OF_HEAD = "\r\n\r\n";

export interface LineAnswer {
  readonly status: number;
  readonly body: string;
}

export interface HttpLine {
  readonly ask: (method: string, target: string, headers: Record<string, string>, body?: string) => Promise<LineAnswer>;
  readonly close: () => void;
}

interface Waiting {
  readonly resolve: (answer: LineAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One keep-alive connection with one request at a time: a client with nearly no cost, so that the server is measured. */
export const openLine = async (port: number): Promise<HttpLine> => {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let pending = "";
  let waiting: Waiting | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  // Every reply here is plain ASCII, so characters are bytes.
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    pending += chunk;
    const headEnd = pending.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const from = headEnd + END_OF_HEAD.length;
    const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, headEnd))?.[1] ?? 0);
    if (pending.length < from + length) return;
    const answer = { status: Number(pending.slice(9, 12)), body: pending.slice(from, from + length) };
    pending = "";
    waiting?.resolve(answer);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the line was cut")));
  await once(socket, "connect");
  return {
    ask: (method, target, headers, body = "") =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        // The server closes a connection after a minute of silence, and no further event would report that.
        if (socket.destroyed) return fail(new Error("the line was cut"));
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
        socket.write(
          `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join("")}${length}\r\n${body}`,
        );
      }),
    close: () => socket.destroy(),
  };
};
