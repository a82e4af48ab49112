import { expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { putMdsSet } from "../../../testing/builders/a-stored-set.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { createDataset } from "./create-dataset.ts";

const running = runApp();
const rig = runDataRig(running);

it("createDataset registers nothing in a storage source that was removed meanwhile", async () => {
  const { storage, folder, bucketReaders, uriOf, db } = rig.current;
  await putMdsSet(storage, `${folder}set/`, { samples: 2 });
  const [admin, ada] = [
    await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] }),
    await aCaller(running.current),
  ];
  const { body } = await admin.post("/api_v1/storage/create", {
    name: `Place ${newId()}`,
    endpoint: null,
    public_endpoint: null,
    access_key_id: null,
    bucket: running.current.config.s3.datasetsBucket,
    prefix: folder,
    request_key: newId(),
  });
  const openAndLose: typeof bucketReaders.openUri = async (uri) => {
    const opened = await bucketReaders.openUri(uri);
    expect(opened.bucketReader.profileId).toBe(body.id);
    expect((await admin.post(`/api_v1/storage/delete/${body.id}`, {})).status).toBe(200);
    return opened;
  };
  const deps = { ...rig.current, bucketReaders: { ...bucketReaders, openUri: openAndLose } };
  const actor = { userId: ada.id, username: "ada" };
  const context = { actor, at: new Date(), requestId: "test" } as unknown as RequestContext;
  const input = { uri: uriOf("set/"), name: `set ${newId()}`, description: "", tags: [], requestKey: newId() };
  await expect(createDataset(deps as never, context, input)).rejects.toMatchObject({ code: "conflict" });
  expect(await db.selectFrom("dataset").select("id").where("name", "=", input.name).execute()).toEqual([]);
});
