import { readConfig } from "../../apps/server/src/config.ts";
import { createUser, findUserByName, openSession } from "../../apps/server/src/features/auth/index.ts";
import { createDatabase } from "../../apps/server/src/platform/database.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";

interface SampleSessions {
  databaseUrl: string;
  cookies: string[];
}

/** A database of its own with signed-in people who may see the sample list; gone afterwards. */
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
      await createUser(db, {
        username,
        email: `${username}@dailies.test`,
        realname: username,
        role: "developer",
        permissions,
        passwordHash: null,
      });
      const user = await findUserByName(db, username);
      if (user)
        cookies.push(await openSession(db, user.id, { userAgent: "bench", network: "127.0.0.0/24" }, new Date()));
    }
    return cookies;
  } finally {
    await close();
  }
};
