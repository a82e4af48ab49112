import { EventEmitter } from "node:events";
import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { CallContext } from "./call-context.ts";

const aCall = () => {
  const socket = new EventEmitter();
  const request = { id: "r1", raw: { socket } } as unknown as FastifyRequest;
  return { socket, context: new CallContext(request, new Date()) };
};

it("the request context aborts long work when the client disconnects, as unavailable and not as an error", async () => {
  const { socket, context } = aCall();
  const work = context.withRequestSignal(
    (gone) =>
      new Promise((_resolve, reject) => {
        gone.addEventListener("abort", () => reject(gone.reason as Error));
      }),
  );
  socket.emit("close");
  await expect(work).rejects.toMatchObject({ code: "unavailable" });
});

it("the request context removes its listener from the connection once the work is done", async () => {
  const { socket, context } = aCall();
  expect(await context.withRequestSignal(async () => "done")).toBe("done");
  expect(socket.listenerCount("close")).toBe(0);
});
