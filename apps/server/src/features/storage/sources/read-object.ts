import type { Readable } from "node:stream";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import type { OutgoingAnswer, OutgoingStream } from "../../../platform/http-client/outgoing.ts";
import type { Address } from "./bucket-address.ts";
import type { StoredObject } from "./bucket-reader.ts";
import { changedWhileRead, missing, readContentRange, refusalOf } from "./storage-response.rules.ts";
import { discardBody, type StorageTransport } from "./storage-transport.ts";

/** The first observed state of an object. */
export interface Pin {
  readonly bytes: number | undefined;
  readonly etag: string;
}

interface ReadDeps {
  readonly transport: StorageTransport;
  readonly address: Address;
  readonly profileName: string;
  /** Throws for a key outside this reader's folder. */
  readonly check: (key: string) => void;
  readonly find: (key: string) => Pin | undefined;
  readonly pin: (key: string, seen: Pin) => void;
}

/** Error bodies may be larger than the requested range. */
const REFUSAL_BYTES = 64 * 1024;
const MAX_READ_BYTES = 128 * 1024 ** 2;
type Head = Pick<OutgoingAnswer, "status" | "headers">;

export const readObjects = (deps: ReadDeps) => {
  const rangeOf = (object: string, begin: number, end: number) => ({
    method: "GET" as const,
    headers: { range: `bytes=${begin}-${end - 1}`, ...matching(deps.find(object)) },
  });

  const read = async (object: string, begin: number, end: number, signal?: AbortSignal): Promise<Uint8Array> => {
    deps.check(object);
    checkRange(begin, end);
    if (begin === end) return new Uint8Array(0);
    refuseShort(object, deps.find(object)?.bytes, end);
    const request = { ...rangeOf(object, begin, end), maxBytes: Math.max(end - begin, REFUSAL_BYTES), signal };
    const answer = await deps.transport.ask(() => deps.address({ method: "GET", key: object }), request);
    checkHead(deps, object, answer, { begin, end });
    if (answer.bytes.length === end - begin) return answer.bytes;
    throw new DomainError(
      "upstream_failed",
      `storage profile “${deps.profileName}” sent another length than was asked for`,
    );
  };

  const stream = async (object: string, begin: number, end: number, signal?: AbortSignal): Promise<Readable> => {
    deps.check(object);
    refuseShort(object, deps.find(object)?.bytes, end);
    const request = { ...rangeOf(object, begin, end), maxBytes: Math.max(end - begin, REFUSAL_BYTES), signal };
    const answer: OutgoingStream = await deps.transport.stream(
      () => deps.address({ method: "GET", key: object }),
      request,
    );
    try {
      checkHead(deps, object, answer, { begin, end });
    } catch (error) {
      discardBody(answer.body);
      throw error;
    }
    return answer.body;
  };

  const describe = async (object: string, signal?: AbortSignal): Promise<StoredObject | undefined> => {
    deps.check(object);
    const request = { method: "HEAD", headers: matching(deps.find(object)), signal } as const;
    const answer = await deps.transport.ask(() => deps.address({ method: "HEAD", key: object }), request);
    if (answer.status === 404) return undefined;
    if (answer.status === 412) throw changedWhileRead(object);
    if (answer.status !== 200) throw refusalOf(deps.profileName, answer.status);
    const bytes = Number(answer.headers["content-length"]);
    if (!Number.isSafeInteger(bytes)) throw refusalOf(deps.profileName, answer.status);
    const etag = answer.headers.etag ?? "";
    deps.pin(object, { bytes, etag });
    return { key: object, bytes, etag, modifiedAt: new Date(answer.headers["last-modified"] ?? 0) };
  };

  const size = async (object: string, signal?: AbortSignal): Promise<number | undefined> =>
    deps.find(object)?.bytes ?? (await describe(object, signal))?.bytes;

  return { read, stream, describe, size };
};

const matching = (pin: Pin | undefined): Record<string, string> => (pin?.etag ? { "if-match": pin.etag } : {});

const checkRange = (begin: number, end: number): void => {
  if (!Number.isSafeInteger(begin) || !Number.isSafeInteger(end) || begin < 0 || end < begin) {
    throw new FormatFault("malformed", "this is not a range of bytes", begin);
  }
  if (end - begin > MAX_READ_BYTES)
    throw new FormatFault("too_large", `${end - begin} bytes are too many at once`, begin);
};

const refuseShort = (object: string, bytes: number | undefined, end: number): void => {
  if (bytes !== undefined && end > bytes) {
    throw new FormatFault("truncated", `${object} ends at byte ${bytes}, ${end} were expected`, bytes);
  }
};

const checkHead = (
  deps: ReadDeps,
  object: string,
  { status, headers }: Head,
  { begin, end }: { begin: number; end: number },
): void => {
  refuseStatus(object, status, headers["content-range"], begin);
  // A store without range support sends the whole object, which is fine if all of it was requested.
  const isWhole = status === 200 && begin === 0 && Number(headers["content-length"]) === end;
  const range = isWhole ? { begin, end, total: end } : readContentRange(headers["content-range"]);
  if ((status !== 206 && !isWhole) || range?.begin !== begin) throw refusalOf(deps.profileName, status);
  pinState(deps, object, headers.etag ?? "", range.total);
  if (range.end !== end) refuseShort(object, range.total ?? range.end, end);
};

const refuseStatus = (object: string, status: number, range: string | undefined, begin: number): void => {
  if (status === 404) throw missing(object);
  if (status === 412) throw changedWhileRead(object);
  if (status !== 416) return;
  const [, bytes] = /^bytes \*\/(\d+)$/.exec(range ?? "") ?? [];
  const at = bytes === undefined ? begin : Number(bytes);
  throw new FormatFault("truncated", `${object} ends before byte ${begin}`, at);
};

/** Later reads must match the first observed state. */
const pinState = ({ find, pin }: ReadDeps, object: string, etag: string, total: number | undefined): void => {
  const pinned = find(object);
  if (pinned?.etag && etag !== "" && etag !== pinned.etag) throw changedWhileRead(object);
  pin(object, { bytes: total ?? pinned?.bytes, etag: pinned?.etag || etag });
};
