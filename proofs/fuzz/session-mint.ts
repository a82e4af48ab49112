import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { mintSession } from "./people.ts";

export interface SessionMint {
  readonly urlOf: (userId: string) => string;
  readonly close: () => Promise<void>;
}

/** Returns a new session on each request, on the loopback interface and only during the run. */
export const openMint = async (db: Db): Promise<SessionMint> => {
  const server = createServer((request, response) => {
    mintSession(db, (request.url ?? "/").slice(1)).then(
      (token) => response.end(token),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (userId) => `http://127.0.0.1:${port}/${userId}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
