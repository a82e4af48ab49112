import { expect, it } from "vitest";
import type { Actor } from "../../actor.ts";
import { LruByteCache } from "../../platform/concurrency/lru-byte-cache.ts";
import { newId } from "../../platform/ids.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { upsertHandle } from "./handle.store.ts";
import type { SetAddress } from "./sets/open-sets.ts";
import { useSetAgain } from "./use-set.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

const running = runApp();
const rig = runDataRig(running);

it("the cache of opened sets does not answer with another profile of the same revision", async () => {
  const { db } = running.current;
  const user = await aUser(db);
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  const input = { id: newId(), userId: user.id, uri: rig.current.uriOf("set/"), datasetId: null };
  const { id } = await upsertHandle(db, { ...input, profileId, format: "MDS", samples: 1, at: new Date() });
  let atMs = 0;
  const sets = { open: async ({ profileId: of }: SetAddress) => ({ set: undefined, bucketReader: { profileId: of } }) };
  const clock = () => new Date(atMs);
  const deps = { db, clock, sets, confirmed: new LruByteCache(10_000) } as unknown as ViewerDeps;
  const call = { actor: { userId: user.id } as Actor, handle: id };
  const ask = () => useSetAgain(deps, call, async ({ bucketReader }) => bucketReader.profileId);
  expect(await ask()).toBe(profileId);

  const old = await db.selectFrom("storage_profile").selectAll().where("id", "=", profileId).executeTakeFirstOrThrow();
  const twin = { ...old, id: newId(), name: `twin ${newId()}`, prefix: `${newId()}/`, request_key: newId() };
  await db.insertInto("storage_profile").values(twin).execute();
  await db.updateTable("viewer_handle").set({ profile_id: twin.id }).where("id", "=", id).execute();
  atMs = 5_000;
  expect(await ask()).toBe(twin.id);
});
