import { readConfig } from "../../apps/server/src/config.ts";
import { openSession } from "../../apps/server/src/features/auth/index.ts";
import { provisionUser } from "../../apps/server/src/features/users/index.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { programContext } from "../../apps/server/src/request-context.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";

interface SampleSessions {
  databaseUrl: string;
  cookies: string[];
}

/** A database of its own with signed-in users who may see the sample list; dropped afterwards. */
export const withSampleSessions = async <T>(count: number, act: (sample: SampleSessions) => Promise<T>): Promise<T> => {
  const { database } = readConfig(testEnvironment());
  const ownerUrl = database.ownerUrl ?? "";
  const name = await createMigratedDatabase({ ownerUrl, appUrl: database.url });
  const databaseUrl = withDatabase(database.url, name);
  try {
    return await act({ databaseUrl, cookies: await signInPeople(databaseUrl, count) });
  } finally {
    await dropDatabase(ownerUrl, name);
  }
};

const signInPeople = async (url: string, count: number): Promise<string[]> => {
  const { db, close } = createDatabase({ url, poolSize: 4, applicationName: "dailies-bench" });
  try {
    const cookies: string[] = [];
    for (let i = 0; i < count; i++) {
      const username = `researcher-${i}`;
      const permissions = ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND", "USER_MANAGE_R"];
      const email = `${username}@dailies.test`;
      const user = { username, email, realname: username, role: "developer", permissions, passwordHash: null };
      const context = programContext("(bench)", username, new Date());
      const made = await provisionUser(db, user, context);
      if ("refusal" in made) throw new Error(made.refusal);
      cookies.push(await openSession(db, made.id, { userAgent: "bench", network: "127.0.0.0/24" }, new Date()));
    }
    return cookies;
  } finally {
    await close();
  }
};
