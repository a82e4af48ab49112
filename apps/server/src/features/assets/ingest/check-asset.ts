import { DomainError } from "../../../errors.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { kindOfMime } from "../assets.rules.ts";
import { type InspectedMedia, inspectFile } from "../media/media-inspect.ts";
import { peekType, type ReceivedFile, receiveFile } from "../media/media-receive.ts";
import { isRefusal } from "../media/media-refusal.ts";
import { type Scratch, withScratch } from "../media/media-scratch.ts";
import type { PendingVersion, Settlement } from "./ingest.store.ts";
import { storeDerivatives } from "./store-derivatives.ts";

export interface CheckAssetDeps {
  readonly storage: Pick<ObjectStorage, "getObject" | "headObject" | "putObject" | "deleteObjects">;
  readonly jail: MediaJail;
  readonly scratchRoot: string;
}

export interface CheckedVersion extends PendingVersion {
  readonly assetId: string;
  readonly version: number;
  /** On the last attempt, an error that may be caused by load is blamed on the file. */
  readonly isLastTry: boolean;
  readonly signal: AbortSignal;
}

const NOTHING_FOUND = { probe: null, posterKey: null, sprite: null } as const;
/** From this size on, a second request to sniff the type is cheaper than reserving disk space for nothing. */
const LARGE_BYTES = 1024 ** 3;
const UNKNOWN_MIME = "application/octet-stream";

/** Reads the object once, inspects it in the sandbox and stores its derivatives. Throws only for errors of our own. */
export const checkAsset = async (deps: CheckAssetDeps, version: CheckedVersion): Promise<Settlement> => {
  const { objectKey, sizeBytes } = version;
  const object = await deps.storage.headObject(objectKey);
  if (!object) return rejected("its bytes are not in storage");
  if (object.sizeBytes !== sizeBytes)
    return rejected(`it has ${object.sizeBytes} bytes where ${sizeBytes} were announced`);
  // Fail before the download if the sandbox is not available.
  await deps.jail.check();
  const neededBytes = await countNeededBytes(deps, version);
  return withScratch(deps.scratchRoot, neededBytes, (scratch) => checkIn(deps, version, scratch));
};

/** A large file that is only hashed is never written to disk, so it must not wait for disk space. */
const countNeededBytes = async (
  { storage }: CheckAssetDeps,
  { objectKey, sizeBytes, signal }: CheckedVersion,
): Promise<number> => {
  if (sizeBytes < LARGE_BYTES) return sizeBytes;
  const type = await peekType(await storage.getObject(objectKey, { signal }), signal);
  return type ? sizeBytes : 0;
};

const checkIn = async (deps: CheckAssetDeps, version: CheckedVersion, scratch: Scratch): Promise<Settlement> => {
  const { objectKey, sizeBytes, claimedSha256, name, declaredMime, signal } = version;
  const stream = await deps.storage.getObject(objectKey, { signal });
  const file = await receiveFile(stream, { path: scratch.inputPath, maxBytes: sizeBytes, signal });
  if (file.sizeBytes !== sizeBytes) return rejected("its bytes changed while it was read");
  if (claimedSha256 && !claimedSha256.equals(file.sha256))
    return rejected("its bytes are not those that were announced: the SHA-256 differs", file);
  const found = await inspectFile(deps.jail, scratch, { declaredMime, name, type: file.type, signal });
  if (!found) return storedOnly(declaredMime, file);
  if (isRefusal(found) && found.isPerhapsOurs && !version.isLastTry)
    throw new DomainError("unavailable", `${found.verdict}; it is tried again`);
  return isRefusal(found) ? rejected(found.verdict, file) : storeFindings(deps, version, { ...found, file });
};

const rejected = (verdict: string, file?: ReceivedFile): Settlement => ({
  ...NOTHING_FOUND,
  status: "Rejected",
  verdict,
  sha256: file?.sha256 ?? null,
  ...(file?.type ? { kind: file.type.kind, mime: file.type.mime } : {}),
});

/** A file declared as media whose format is not recognised loses that type, so that it is never played. */
const storedOnly = (declaredMime: string, { sha256 }: ReceivedFile): Settlement => ({
  ...NOTHING_FOUND,
  status: "Ready",
  verdict: null,
  sha256,
  kind: "other",
  mime: kindOfMime(declaredMime) === "other" ? declaredMime : UNKNOWN_MIME,
});

const storeFindings = async (
  { storage }: CheckAssetDeps,
  version: CheckedVersion,
  { type, probe, derivatives, file }: InspectedMedia & { file: ReceivedFile },
): Promise<Settlement> => ({
  status: "Ready",
  verdict: null,
  sha256: file.sha256,
  kind: type.kind,
  mime: type.mime,
  probe,
  ...(await storeDerivatives(storage, version, derivatives)),
});
