import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export interface TcpGate {
  readonly address: string;
  open(): Promise<void>;
  /** Refuses new connections and cuts existing ones, like a restart of the engine. */
  shut(): Promise<void>;
  /** Current number of connections to the engine. */
  connections(): number;
}

/** A TCP proxy in front of an engine; it starts shut and keeps its port. */
export const tcpGate = async (target: string): Promise<TcpGate> => {
  const { hostname, port: targetPort } = new URL(`tcp://${target}`);
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const listen = async (port: number): Promise<number> => {
    server = createServer((socket) => {
      const upstream = connect(Number(targetPort), hostname);
      for (const end of [socket, upstream]) {
        sockets.add(end);
        end.on("error", () => end.destroy());
        end.on("close", () => sockets.delete(end));
      }
      socket.pipe(upstream).pipe(socket);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };

  const shut = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server) return;
    const closing = server;
    server = undefined;
    await new Promise((resolve) => closing.close(resolve));
  };

  const port = await listen(0);
  await shut();
  return {
    address: `127.0.0.1:${port}`,
    open: async () => {
      await listen(port);
    },
    shut,
    connections: () => sockets.size / 2,
  };
};
