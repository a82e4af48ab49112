import { openSession } from "../../features/auth/index.ts";
import { SESSION_COOKIE } from "../../http/security/cookies.ts";
import type { Answer, RunningApp } from "../rigs/start-app.ts";
import { aUser, type TestUser, type UserOptions } from "./a-user.ts";

export interface Caller extends TestUser {
  readonly cookies: Record<string, string>;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
}

const DEVICE = { userAgent: "test", network: "192.0.2.0/24" };

/** Another session of an existing user. */
export const cookiesOf = async ({ db, clock }: RunningApp, userId: string): Promise<Record<string, string>> => ({
  [SESSION_COOKIE]: await openSession(db, userId, DEVICE, clock.now()),
});

/** A signed-in user, without the cost of hashing a password. */
export const aCaller = async (running: RunningApp, options: UserOptions = {}): Promise<Caller> => {
  const user = await aUser(running.db, options);
  const cookies = await cookiesOf(running, user.id);
  return {
    ...user,
    cookies,
    get: (path) => running.call(path, { cookies }),
    post: async (path, body) => {
      const answer = await running.call(path, { method: "POST", body, cookies });
      if (answer.body.code !== "stale_sign_in") return answer;
      // As a person who confirms their identity when asked: tests move the clock, and most are not about that.
      return running.call(path, { method: "POST", body, cookies: await cookiesOf(running, user.id) });
    },
  };
};
