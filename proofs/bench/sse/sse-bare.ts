// Cost of an SSE connection on bare node:http: no sessions, no topics, no resuming. Sends its port once it listens.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRedis } from "../../../apps/server/src/platform/redis.ts";

const [redisUrl = "", key = ""] = process.argv.slice(2);
const lines = new Set<ServerResponse>();
const redis = createRedis({ url: redisUrl });

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write("retry: 2000\nevent: start\nid: 0-0\ndata: {}\n\n");
  lines.add(response);
  response.once("close", () => lines.delete(response));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

let position = "0-0";
for (;;) {
  const answer = await redis.xread("BLOCK", 500, "STREAMS", key, position).catch(() => undefined);
  for (const [id, fields] of answer?.[0]?.[1] ?? []) {
    position = id;
    const bytes = Buffer.from(`id: ${id}\ndata: ${fields[3]}\n\n`);
    for (const line of lines) line.write(bytes);
  }
}
