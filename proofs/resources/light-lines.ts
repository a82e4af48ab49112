import { setTimeout as sleep } from "node:timers/promises";
import { type HttpLine, openLine } from "../bench/ledger/http-line.ts";
import { median, percentile } from "../bench/statistics.ts";
import type { HttpInput } from "./costly-requests.ts";

/** Who asks for little, and what. */
export interface LightPerson {
  readonly port: number;
  readonly lightCookie: string;
  readonly light: readonly HttpInput[];
}

export interface Probed {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Far below what the API can answer. */
const PROBE_EVERY_MS = 12;
/** Work that was given up goes on for a moment, which must not count as idle: until so many answers in a row are quick. */
const QUICK_ANSWERS = 5;
const QUICK_RATIO = 2;
const SETTLE_EVERY_MS = 20;
const MAX_SETTLE_MS = 5_000;

export const headersOf = (cookie: string): Record<string, string> => ({
  cookie,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
});

/** Connections of the person who asks for little; another one is opened while all wait for an answer. */
export class LightLines {
  private readonly free: HttpLine[] = [];
  private readonly person: LightPerson;

  constructor(person: LightPerson) {
    this.person = person;
  }

  /** At a fixed rate, whether or not there was an answer to the request before: as people ask (no coordinated omission). */
  async probe(sliceMs: number): Promise<Probed> {
    const asked: Promise<number>[] = [];
    const startedMs = performance.now();
    for (let n = 0; n * PROBE_EVERY_MS < sliceMs; n++) {
      const earlyMs = startedMs + n * PROBE_EVERY_MS - performance.now();
      if (earlyMs > 0) await sleep(earlyMs);
      asked.push(this.ask(n));
    }
    const times = (await Promise.all(asked)).sort((a, b) => a - b);
    return { medianMs: median(times), p99Ms: percentile(times, 0.99) };
  }

  async settle(idleMs: number): Promise<void> {
    const deadlineMs = performance.now() + MAX_SETTLE_MS;
    for (let quick = 0; quick < QUICK_ANSWERS && performance.now() < deadlineMs; ) {
      quick = (await this.ask(quick)) <= idleMs * QUICK_RATIO ? quick + 1 : 0;
      await sleep(SETTLE_EVERY_MS);
    }
  }

  close(): void {
    for (const line of this.free.splice(0)) line.close();
  }

  /** Milliseconds until the answer. */
  private async ask(n: number): Promise<number> {
    const { light, lightCookie, port } = this.person;
    const startedMs = performance.now();
    const line = this.free.pop() ?? (await openLine(port));
    const { method, target } = light[n % light.length] ?? { method: "GET", target: "/" };
    const { status, body } = await line.ask(method, target, headersOf(lightCookie));
    if (status !== 200) throw new Error(`${target} answered ${status}: ${body.slice(0, 300)}`);
    this.free.push(line);
    return performance.now() - startedMs;
  }
}
