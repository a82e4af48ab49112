import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { BucketReader } from "../sources/bucket-reader.ts";
import type { BucketReaders } from "../sources/bucket-readers.ts";
import type { StorageDeps } from "../storage-deps.ts";
import { findProfile, noteProfileTest } from "./profile.store.ts";

const TIMEOUT_MS = 10_000;
const MAX_WORDS = 300;

export interface ProfileTest {
  readonly canList: boolean;
  readonly canRead: boolean;
  readonly canBrowsersRead: boolean;
  readonly message: string | null;
}

interface TestDeps extends StorageDeps {
  readonly bucketReaders: BucketReaders;
  readonly publicOrigin: string;
}

/** Lists and reads a little, as the server and as a browser, and stores the result with the profile. */
export const testProfile = async (deps: TestDeps, id: string): Promise<ProfileTest> => {
  const row = await findProfile(deps.db, id);
  if (!row) throw new DomainError("not_found", "there is no such storage profile");
  const found = await tryPlace(deps, () => deps.bucketReaders.open(row), AbortSignal.timeout(TIMEOUT_MS));
  const message = found.message?.slice(0, MAX_WORDS) ?? null;
  const isOk = found.canList && found.canRead;
  await noteProfileTest(deps.db, id, isOk ? { okAt: deps.clock(), error: null } : { error: message });
  return { ...found, message };
};

const tryPlace = async (deps: TestDeps, open: () => BucketReader, signal: AbortSignal): Promise<ProfileTest> => {
  const found = { canList: false, canRead: false, canBrowsersRead: false };
  try {
    const bucketReader = open();
    const { objects } = await bucketReader.list(bucketReader.prefix, { limit: 100, signal });
    found.canList = true;
    const object = objects.find(({ bytes }) => bytes > 0);
    if (!object) return { ...found, canRead: true, message: "there is nothing in this folder yet to be read" };
    await bucketReader.read(object.key, 0, 1, signal);
    found.canRead = true;
    const refusal = await askAsPage(deps, bucketReader.presign(object.key, SIGNED_URL_TTL_S.profileTest), signal);
    return { ...found, canBrowsersRead: refusal === null, message: refusal };
  } catch (error) {
    // An unreadable bucket is a valid test result; other errors are ours.
    if (error instanceof DomainError || error instanceof FormatFault) return { ...found, message: error.message };
    if (signal.aborted) return { ...found, message: "the response timed out" };
    throw error;
  }
};

/** Null when a page of this console may read ranges (CORS); otherwise the reason. */
const askAsPage = async (
  { outgoing, publicOrigin }: Pick<TestDeps, "outgoing" | "publicOrigin">,
  url: string,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    const headers = { origin: publicOrigin, range: "bytes=0-0" };
    const answer = await outgoing.request(url, { headers, signal, maxBytes: 64 * 1024 });
    if (answer.status !== 206) return `browsers would be answered ${answer.status} there`;
    const allowed = answer.headers["access-control-allow-origin"];
    if (allowed !== "*" && allowed !== publicOrigin) return `its CORS rules do not name ${publicOrigin}`;
    const exposed = String(answer.headers["access-control-expose-headers"] ?? "").toLowerCase();
    return exposed === "*" || exposed.includes("content-range") ? null : "its CORS rules do not expose Content-Range";
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return "the address that browsers would use could not be tried from here";
  }
};
