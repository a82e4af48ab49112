import type { Actor } from "../actor.ts";
import { hashToken } from "../platform/token-hash.ts";
import { readCookie, SESSION_COOKIE } from "./cookies.ts";

/** Below a second, because a disabled user must be out within one. */
const CACHE_MS = 800;
/** 32 random bytes in base64url. Anything else was not made by us and costs no query. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type LoadActor = (tokenHash: Buffer) => Promise<Actor | undefined>;

interface Known {
  readonly actor: Actor;
  readonly untilMs: number;
}

/** Turns the session cookie into the person behind it: at once on a hit, by one query per session and second otherwise. */
export class Authenticator {
  private readonly load: LoadActor;
  private readonly loading = new Map<string, Promise<Actor | undefined>>();
  /** Those of the current span of time and of the one before; older ones go with their whole map, and so need no list. */
  private recent = new Map<string, Known>();
  private older = new Map<string, Known>();
  private turnAtMs = 0;

  constructor(load: LoadActor) {
    this.load = load;
  }

  authenticate(cookieHeader: string | undefined): Actor | undefined | Promise<Actor | undefined> {
    const token = readCookie(cookieHeader, SESSION_COOKIE);
    if (token === undefined) return undefined;
    const known = this.recent.get(token) ?? this.older.get(token);
    return known !== undefined && known.untilMs > performance.now() ? known.actor : this.loadOnce(token);
  }

  /** After a change to the session or its user that this process made itself and must see at once. */
  forget(token: string): void {
    this.recent.delete(token);
    this.older.delete(token);
  }

  private loadOnce(token: string): undefined | Promise<Actor | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const running = this.loading.get(token);
    if (running !== undefined) return running;
    // Counted from before the query: what it read may be as old as that.
    const untilMs = performance.now() + CACHE_MS;
    const loading = this.load(hashToken(token))
      .then((actor) => {
        if (actor) this.remember(token, { actor, untilMs });
        return actor;
      })
      .finally(() => this.loading.delete(token));
    this.loading.set(token, loading);
    return loading;
  }

  private remember(token: string, known: Known): void {
    if (performance.now() >= this.turnAtMs) {
      this.older = this.recent;
      this.recent = new Map();
      this.turnAtMs = performance.now() + CACHE_MS;
    }
    this.recent.set(token, known);
  }
}
