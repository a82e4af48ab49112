import { DomainError } from "../../../../errors.ts";
import type { MediaJail } from "../../../../platform/sandbox/media-jail.ts";
import { isRefusal } from "../../../assets/index.ts";
import { announcePicture } from "../../../events/index.ts";
import type { DatasetsDeps } from "../../datasets-deps.ts";
import { findItemVersion } from "../item-version.store.ts";
import { MEDIA_COLUMNS, type MediaOfItem, mediaOfRow } from "../media/get-media.ts";
import { refuseFault } from "../refuse-fault.ts";
import { readFromTable } from "../rows/fetch-items.ts";
import { pictureKey } from "./address-picture.ts";
import { drawPicture } from "./draw-picture.ts";
import { type ClaimedPicture, deletePicture, settlePicture } from "./picture.store.ts";

export interface MakePictureDeps extends DatasetsDeps {
  readonly jail: MediaJail;
  readonly scratchRoot: string;
}

interface Failure {
  readonly error: string;
  readonly retryAfterS: number;
  /** An unexpected error, for the log. */
  readonly cause?: unknown;
}

/** The bytes of a version never change, but a newer decoder may read them. */
const RETRY_REFUSED_S = 86_400;
const FIRST_RETRY_S = 30;
const MAX_RETRY_S = 3_600;

/** Renders one claimed picture, stores it and notifies the pages that wait for it. Failures are remembered. */
export const makePicture = async (
  deps: MakePictureDeps,
  picture: ClaimedPicture,
  signal: AbortSignal,
): Promise<Failure | undefined> => {
  const source = await findItemVersion(deps.db, picture.datasetId, picture.version);
  if (!source) {
    await deletePicture(deps.db, picture);
    return undefined;
  }
  const failure = await tryToRender(deps, picture, signal);
  await deps.db.transaction().execute(async (tx) => {
    const retryAt = new Date(deps.clock().getTime() + (failure?.retryAfterS ?? 0) * 1_000);
    const isSettled = await settlePicture(tx, picture, failure && { error: failure.error, retryAt });
    if (isSettled) await announcePicture(tx, { ...picture, status: failure ? "Failed" : "Ready" });
  });
  return failure;
};

/** Every failure is remembered with the time of the next attempt, or one broken clip would be tried over and over. */
const tryToRender = async (
  deps: MakePictureDeps,
  picture: ClaimedPicture,
  signal: AbortSignal,
): Promise<Failure | undefined> => {
  try {
    return await render(deps, picture, signal);
  } catch (cause) {
    if (signal.aborted) return { error: "rendering the picture took too long", ...backoff(picture) };
    // The message of an unavailable sandbox has paths of this machine, so it goes to the log only.
    if (!(cause instanceof DomainError) || cause.code === "unavailable")
      return { error: "the picture could not be rendered", cause, ...backoff(picture) };
    const isPermanent = cause.code === "not_found" || cause.code === "invalid";
    return { error: cause.message, ...(isPermanent ? { retryAfterS: RETRY_REFUSED_S } : backoff(picture)) };
  }
};

const render = async (
  deps: MakePictureDeps,
  picture: ClaimedPicture,
  signal: AbortSignal,
): Promise<Failure | undefined> => {
  const { storage, catalogue, bucketReaders } = deps;
  const key = pictureKey(catalogue, picture);
  // A worker that stopped between storing and recording it has left it there.
  if (await storage.headObject(key)) return undefined;
  const { source, media, durationS } = await readMedia(deps, picture);
  const bucketReader = await bucketReaders.openProfile(source.profileId);
  const { object, offset, bytes: sizeBytes } = media;
  const open = () => bucketReader.stream(object, offset, offset + sizeBytes, signal);
  const query = { kind: picture.kind, sizeBytes, durationS, open };
  const drawn = await refuseFault(() => drawPicture(deps, query, signal));
  if (isRefusal(drawn)) {
    const retry = drawn.isPerhapsOurs ? backoff(picture) : { retryAfterS: RETRY_REFUSED_S };
    return { error: drawn.verdict, ...retry };
  }
  await storage.putObject(key, drawn, { contentType: "image/webp" });
  return undefined;
};

const readMedia = async (
  deps: MakePictureDeps,
  { datasetId, version, ordinal }: ClaimedPicture,
): Promise<MediaOfItem> => {
  const source = await findItemVersion(deps.db, datasetId, version);
  if (!source) throw new DomainError("not_found", "there is no such dataset, or no such version of it");
  const rows = await readFromTable(deps.tableReader, source, [ordinal], MEDIA_COLUMNS);
  return mediaOfRow(source, ordinal, rows.get(ordinal));
};

const backoff = ({ attempts }: ClaimedPicture): { retryAfterS: number } => ({
  retryAfterS: Math.min(FIRST_RETRY_S * 2 ** (attempts - 1), MAX_RETRY_S),
});
