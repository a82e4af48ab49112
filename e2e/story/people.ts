import { randomBytes } from "node:crypto";
import { INTERNAL_ROLE, type PermissionCode } from "@dailies/contract";
import { hashPassword, openSession } from "../../apps/server/src/features/auth/index.ts";
import { provisionUser } from "../../apps/server/src/features/users/index.ts";
import { SESSION_COOKIE } from "../../apps/server/src/http/cookies.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/database.ts";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly realname: string;
}

interface PersonWishes {
  readonly realname?: string;
  readonly role?: string;
  readonly permissions?: readonly PermissionCode[];
  readonly hasPassword?: boolean;
}

export const PASSWORD = "a quiet river at dawn";

const THIS_BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36";

/** The people of a run, made by the server's own code. */
export class People {
  private readonly db: Db;
  private readonly passwordHash: string;
  readonly close: () => Promise<void>;

  private constructor(opened: { db: Db; close: () => Promise<void> }, passwordHash: string) {
    this.db = opened.db;
    this.close = opened.close;
    this.passwordHash = passwordHash;
  }

  static async open(databaseUrl: string): Promise<People> {
    const opened = createDatabase({ url: databaseUrl, poolSize: 2, applicationName: "dailies-e2e" });
    return new People(opened, await hashPassword(PASSWORD));
  }

  async add({
    realname = "Ida Internal",
    role = INTERNAL_ROLE,
    permissions = [],
    hasPassword = true,
  }: PersonWishes = {}): Promise<Person> {
    const username = `user-${randomBytes(5).toString("hex")}`;
    const email = `${username}@dailies.test`;
    const passwordHash = hasPassword ? this.passwordHash : null;
    const by = { userName: "(story)", requestId: username, at: new Date() };
    const made = await provisionUser(this.db, { username, email, realname, role, permissions, passwordHash }, by);
    if ("refusal" in made) throw new Error(made.refusal);
    return { id: made.id, username, email, realname };
  }

  /** The cookie of somebody who has just signed in elsewhere. */
  async cookieOf({ id }: Person, userAgent = THIS_BROWSER): Promise<{ name: string; value: string }> {
    const value = await openSession(this.db, id, { userAgent, network: "192.0.2.0/24" }, new Date());
    return { name: SESSION_COOKIE, value };
  }

  /** As an administrator or the person themselves, elsewhere, would. */
  async endSessions({ id }: Person): Promise<void> {
    await this.db.deleteFrom("session").where("user_id", "=", id).execute();
  }
}
