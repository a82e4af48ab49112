import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Edge } from "./edge.ts";

const POLL_MS = 50;

/**
 * Graceful drain without failed requests: no new connections, each response asks the client to disconnect, then the server
 * closes. Fastify's own close would cut keep-alive connections on which a request may already be in flight.
 */
export const drain = async (app: FastifyInstance, edge: Edge, timeoutMs: number): Promise<void> => {
  edge.isDraining = true;
  // http's close() also ends idle keep-alive sockets; only listening must stop here.
  Server.prototype.close.call(app.server);
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && (await openConnections(app)) > 0) await sleep(POLL_MS);
  app.server.closeIdleConnections();
  await app.close();
};

const openConnections = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
