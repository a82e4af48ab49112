// An SSE client that watches the grid all the time: the connection breaks with every kill, and no event may be missed.
import { setTimeout as sleep } from "node:timers/promises";
import { type LiveEvent, liveEvent } from "@dailies/contract";
import { z } from "zod";

export interface Watcher {
  /** The last reported status of each cell, by `row.col.sample`. */
  readonly seen: ReadonlyMap<string, string>;
  readonly resets: () => number;
  readonly lines: () => number;
  readonly faults: readonly string[];
  readonly stop: () => Promise<void>;
}

const isLater = (id: string, than: string): boolean => {
  const [aMs = 0, aN = 0] = id.split("-").map(Number);
  const [bMs = 0, bN = 0] = than.split("-").map(Number);
  return aMs > bMs || (aMs === bMs && aN > bN);
};

interface Block {
  event?: string;
  id?: string;
  data?: string;
}

const parseBlock = (block: string): Block => {
  const fields: Block = {};
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) fields.event = line.slice(6).trim();
    if (line.startsWith("id:")) fields.id = line.slice(3).trim();
    if (line.startsWith("data:")) fields.data = (fields.data ?? "") + line.slice(5).trim();
  }
  return fields;
};

async function* blocksOf(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    yield* blocks.map(parseBlock);
  }
}

export interface WatchOptions {
  readonly origin: string;
  readonly cookie: string;
  readonly taskId: string;
  /** What a page does on a reset event: read everything again. */
  readonly readAll: () => Promise<ReadonlyMap<string, string>>;
}

export const watchTask = ({ origin, cookie, taskId, readAll }: WatchOptions): Watcher => {
  const stopping = new AbortController();
  const seen = new Map<string, string>();
  const faults: string[] = [];
  let lastId: string | undefined;
  let resets = 0;
  let lines = 0;

  const take = async (event: LiveEvent): Promise<void> => {
    if (event.kind === "reset") {
      resets += 1;
      for (const [cell, status] of await readAll()) seen.set(cell, status);
    } else if (event.kind === "cells") {
      for (const { row, col, sample, status } of event.cells) seen.set(`${row}.${col}.${sample}`, status);
    }
  };
  const note = (id: string): void => {
    if (lastId !== undefined && !isLater(id, lastId)) faults.push(`event ${id} came after ${lastId}`);
    lastId = id;
  };
  const read = async ({ event, id, data }: Block): Promise<void> => {
    // The first event of a connection only carries its start id.
    if (event !== undefined) {
      lastId ??= id;
      return;
    }
    if (data !== undefined) await take(liveEvent.parse(JSON.parse(data)));
    if (id !== undefined) note(id);
  };
  const readLine = async (): Promise<void> => {
    const response = await fetch(`${origin}/api_v1/events?topic=task:${taskId}`, {
      headers: { cookie, "sec-fetch-site": "same-origin", ...(lastId ? { "last-event-id": lastId } : {}) },
      signal: stopping.signal,
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    lines += 1;
    for await (const block of blocksOf(response.body)) await read(block);
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      // Broken connections are expected; the next one resumes where it ended. An unreadable event is a fault.
      await readLine().catch((error: unknown) => {
        if (error instanceof z.ZodError || error instanceof SyntaxError)
          faults.push(`an event cannot be read: ${error.message}`);
      });
      await sleep(200);
    }
  })();
  return {
    seen,
    resets: () => resets,
    lines: () => lines,
    faults,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
};
