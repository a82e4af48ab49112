import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aUser } from "../../../../testing/builders/a-user.ts";
import { anItemTable } from "../../../../testing/builders/an-item-table.ts";
import { captureLog } from "../../../../testing/captured-log.ts";
import { runDataRig } from "../../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import { facetItems } from "../aggregates/facet-items.ts";
import { type OpenedItems, openItems } from "../open-items.ts";
import { listItems } from "../rows/list-items.ts";

const running = runApp();
const rig = runDataRig(running);
let folder = "";
let datasetId = "";
let items: OpenedItems;

beforeAll(async () => {
  const { db, config } = running.current;
  folder = await mkdtemp(join(tmpdir(), "dailies-items-test-"));
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  const made = Array.from({ length: 500 }, (_, seen) => ({ seen, is_ok: true, caption: `clip ${seen}` }));
  ({ datasetId } = await anItemTable(rig.current, { ownerId: (await aUser(db)).id, profileId, items: made }));
  const replica = { ...config.replica, folder };
  items = openItems({ ...rig.current.data, log: captureLog().log, replica });
});
afterAll(async () => {
  await items.close();
  await rm(folder, { recursive: true });
});

const patient = new AbortController().signal;
const late = (): AbortSignal => AbortSignal.abort(new DOMException("the time is over", "TimeoutError"));
const chosen = { filters: [], where: "seen >= 250", q: "" };

it("a list that timed out is reported as partial, unlike an empty one", async () => {
  const page = { ...chosen, offset: 0, pageSize: 10, orderBy: "" };
  // The first query builds the replica, which stays cached.
  const empty = await listItems(items.deps, datasetId, { ...page, where: "seen < 0" }, patient);
  expect(empty).toMatchObject({ items: [], total: 0, isTotalExact: true, isPartial: false, hasTimedOut: false });
  const stopped = await listItems(items.deps, datasetId, page, late());
  expect(stopped).toMatchObject({ items: [], isTotalExact: false, isPartial: true, hasTimedOut: true });
});

it("the facets that timed out are reported as partial", async () => {
  const input = { ...chosen, fields: ["seen"] };
  expect(await facetItems(items.deps, datasetId, input, patient)).toMatchObject({
    isPartial: false,
    hasTimedOut: false,
  });
  const stopped = await facetItems(items.deps, datasetId, { ...input, where: "seen >= 300" }, late());
  expect(stopped).toMatchObject({ facets: [], isPartial: true, hasTimedOut: true });
});
