import type { FurtherStandpoint, Standpoint, World } from "./object-world.ts";

export interface ObjectRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly body?: unknown;
}

export interface ObjectRule {
  readonly name: string;
  /** The request for the object with this id. */
  readonly ask: (id: string) => ObjectRequest;
  readonly idOf: (world: World) => string;
  /** The status each standpoint must get, decided by hand. */
  readonly expected: Readonly<Record<Standpoint, number> & Partial<Record<FurtherStandpoint, number>>>;
}

export const get = (url: string): ObjectRequest => ({ method: "GET", url });
export const post = (url: string, body: unknown): ObjectRequest => ({ method: "POST", url, body });
