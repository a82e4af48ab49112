import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface AnswerGate {
  readonly port: number;
  /** Requests still arrive and take effect, but replies are dropped, and after this time every connection is cut. */
  readonly swallowAnswers: (forMs: number) => Promise<void>;
  readonly close: () => void;
}

/** A TCP proxy in front of PostgreSQL. */
export const openAnswerGate = async (targetPort: number): Promise<AnswerGate> => {
  const lines = new Set<{ inner: Socket; outer: Socket }>();
  const server = createServer((outer) => {
    const inner = connect(targetPort, "127.0.0.1");
    const line = { inner, outer };
    lines.add(line);
    for (const [end, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      end.setNoDelay(true);
      end.on("error", () => end.destroy());
      end.on("close", () => {
        other.destroy();
        lines.delete(line);
      });
    }
    outer.pipe(inner).pipe(outer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    swallowAnswers: async (forMs) => {
      const deaf = [...lines];
      for (const { inner, outer } of deaf) inner.unpipe(outer).resume();
      await new Promise((resolve) => setTimeout(resolve, forMs));
      for (const { outer } of deaf) outer.destroy();
    },
    close: () => {
      server.close();
      for (const { outer } of lines) outer.destroy();
    },
  };
};
