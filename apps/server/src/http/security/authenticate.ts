import type { Actor } from "../../actor.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import { readCookie, SESSION_COOKIE } from "./cookies.ts";

/** Below a second, because a disabled user must lose access within one. */
const BELIEVED_MS = 800;
const REFRESH_MS = 400;
const MAX_IN_ONE_QUERY = 1_000;
/** 32 random bytes in base64url. Anything else is not our token and causes no query. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The users of live sessions, by the hash of the session token in hex. */
export type LoadActors = (tokenHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Actor>>;

interface Known {
  readonly tokenHash: Buffer;
  readonly key: string;
  actor: Actor;
  untilMs: number;
  /** Used since the last refresh; unused entries are evicted at the next. */
  isUsed: boolean;
}

/**
 * Session cache: maps the session cookie to its user. The first request of a session costs a query. Then all sessions in use
 * are refreshed together, so that an entry is never older than a second and the number of queries does not grow with the
 * number of users. When a refresh fails, entries expire at the same age.
 */
export class Authenticator {
  private readonly load: LoadActors;
  private readonly onFault: (error: unknown) => void;
  private readonly known = new Map<string, Known>();
  private readonly loading = new Map<string, Promise<Actor | undefined>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(load: LoadActors, onFault: (error: unknown) => void = () => undefined) {
    this.load = load;
    this.onFault = onFault;
  }

  authenticate(cookieHeader: string | undefined): Actor | undefined | Promise<Actor | undefined> {
    const token = readCookie(cookieHeader, SESSION_COOKIE);
    if (token === undefined) return undefined;
    const known = this.known.get(token);
    if (known === undefined || known.untilMs <= performance.now()) return this.loadOnce(token);
    known.isUsed = true;
    return known.actor;
  }

  /** Call it after this process changed the session or its user and must see the change at once. */
  forget(token: string): void {
    this.known.delete(token);
  }

  private loadOnce(token: string): undefined | Promise<Actor | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const running = this.loading.get(token);
    if (running !== undefined) return running;
    const loading = this.loadNew(token).finally(() => this.loading.delete(token));
    this.loading.set(token, loading);
    return loading;
  }

  private async loadNew(token: string): Promise<Actor | undefined> {
    const tokenHash = hashToken(token);
    const key = tokenHash.toString("hex");
    // Age counts from before the query, because the result may be that old.
    const untilMs = performance.now() + BELIEVED_MS;
    const actor = (await this.load([tokenHash])).get(key);
    if (actor) this.known.set(token, { tokenHash, key, actor, untilMs, isUsed: true });
    else this.known.delete(token);
    this.scheduleRefresh();
    return actor;
  }

  private scheduleRefresh(): void {
    if (this.known.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.refresh()
        .catch(this.onFault)
        .finally(() => {
          this.timer = undefined;
          this.scheduleRefresh();
        });
    }, REFRESH_MS).unref();
  }

  private async refresh(): Promise<void> {
    for (const [token, known] of this.known) if (!known.isUsed) this.known.delete(token);
    const entries = [...this.known];
    for (let start = 0; start < entries.length; start += MAX_IN_ONE_QUERY) {
      await this.refreshSome(entries.slice(start, start + MAX_IN_ONE_QUERY));
    }
  }

  private async refreshSome(entries: readonly (readonly [string, Known])[]): Promise<void> {
    for (const [, known] of entries) known.isUsed = false;
    const untilMs = performance.now() + BELIEVED_MS;
    const actors = await this.load(entries.map(([, known]) => known.tokenHash));
    for (const [token, known] of entries) {
      const actor = actors.get(known.key);
      if (actor) Object.assign(known, { actor, untilMs });
      // Only this entry: the session may have been evicted and loaded again during the query.
      else if (this.known.get(token) === known) this.known.delete(token);
    }
  }
}
