import { expect, it } from "vitest";
import type { Actor } from "../../../actor.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { settleAsset } from "../../../testing/rigs/settled-asset.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { addAssetReference } from "../index.ts";
import { downloadAddress } from "./download-asset.ts";

const running = runApp();

it("an asset can be read by those who may see what refers to it, and by nobody through another kind of reference", async () => {
  const { db, clock, config, settings } = running.current;
  const ada = await aCaller(running.current);
  const { body } = await ada.get("/api_v1/asset/generate_upload_info?name=a.mp4&mime=video/mp4&size=3");
  const id = String(body.asset_id);
  await settleAsset(db, id, 1);
  const guest = { userId: ada.id.replaceAll(/\w/g, "0"), isExternal: true, permissions: new Set() } as unknown as Actor;
  const asked: string[][] = [];
  const maySee = async (_db: unknown, _actor: Actor, refIds: readonly string[]): Promise<boolean> => {
    asked.push([...refIds].sort());
    return refIds.includes("shared");
  };
  const deps = {
    db,
    settings,
    clock: clock.now,
    log: captureLog().log,
    storage: createObjectStorage(config.s3),
    references: { test_thing: maySee },
  };
  const read = () =>
    downloadAddress(deps, { actor: guest, requestId: "r", at: clock.now() }, { id, version: undefined });
  const refer = (kind: string, refId: string) =>
    db.transaction().execute((tx) => addAssetReference(tx, { assetId: id, kind, refId, label: refId }));

  await expect(read()).rejects.toMatchObject({ code: "not_found" });
  expect(asked).toEqual([]);
  await refer("other_thing", "shared");
  await refer("test_thing", "hidden");
  await expect(read()).rejects.toMatchObject({ code: "not_found" });
  await refer("test_thing", "shared");
  expect(await read()).toContain("response-content-disposition=attachment");
  expect(asked).toEqual([["hidden"], ["hidden", "shared"]]);
});
