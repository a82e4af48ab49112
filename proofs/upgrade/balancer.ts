import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  readonly origin: string;
  /** New requests go to these ports in turn from now on; those under way end where they are. */
  readonly sendTo: (...ports: readonly number[]) => void;
  /** How many requests each port has answered. */
  readonly answered: ReadonlyMap<number, number>;
  readonly close: () => void;
}

/** A load balancer in front of the API processes. A request that one of them does not answer breaks the client's connection. */
export const openBalancer = async (): Promise<Balancer> => {
  let ports: readonly number[] = [];
  let turn = 0;
  const answered = new Map<number, number>();
  const server = createServer((incoming, reply) => {
    const port = ports[turn++ % ports.length];
    const { method, url, headers } = incoming;
    // One connection for each request, so that stopping an API shows what it does with requests, not with idle connections.
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path: url,
      headers: { ...headers, connection: "close" },
      agent: false,
    };
    const forwarded = request(options, (answer) => {
      const { connection: _hopByHop, ...endToEnd } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, endToEnd);
      answer.on("error", () => reply.destroy());
      answer.on("end", () => port !== undefined && answered.set(port, (answered.get(port) ?? 0) + 1));
      answer.pipe(reply);
    });
    forwarded.on("error", () => reply.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendTo: (...to) => {
      ports = to;
    },
    answered,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
