import type { assetsRoutes } from "@dailies/contract/assets/routes";
import type { AssetItem } from "@dailies/contract/assets/schemas";
import type { JsonRoute, RouteInput, RouteResult } from "@dailies/contract/kit";

/** A file read piece by piece, so that only a few pieces are in memory. */
export interface UploadSource {
  readonly name: string;
  readonly sizeBytes: number;
  readonly mime: string;
  /** Identifies the file across reloads: its name, size and modification time. */
  readonly fingerprint: string;
  slice(begin: number, end: number): Promise<UploadBody>;
}

export type UploadBody = Uint8Array<ArrayBuffer> | Blob;

/** Destination of a file: a folder, or a new version of an asset. */
export interface UploadTarget {
  readonly folderId?: string;
  readonly replaces?: string;
}

type Table = typeof assetsRoutes;
type Call<R extends JsonRoute> = (input: RouteInput<R>, context?: { signal?: AbortSignal }) => Promise<RouteResult<R>>;

/** The API routes that an upload uses. A failed request throws an error with the `status` of the response. */
export type UploadCalls = {
  readonly [K in
    | "generateUploadInfoWithCache"
    | "signParts"
    | "getUploadState"
    | "completeUpload"
    | "cancelUpload"
    | "getOwnAsset"]: Call<Table[K]>;
};

export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: UploadBody;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
}

/** One PUT to storage. Throws when there was no response. */
export type Send = (request: SendRequest) => Promise<{ readonly status: number }>;

interface HashContext {
  readonly signal: AbortSignal;
  readonly onProgress: (readBytes: number) => void;
  /** Resolves immediately, or when a pause ends; awaited between pieces. */
  readonly pass: () => Promise<void>;
}

/** SHA-256 of the whole source as lower-case hexadecimal. */
export type Hash = (source: UploadSource, context: HashContext) => Promise<string>;

export interface RememberedUpload {
  readonly assetId: string;
  readonly version: number;
  readonly sha256: string;
}

/** Persistent mapping from a file to its upload, to resume after a reload. */
export interface UploadMemory {
  find(fingerprint: string): Promise<RememberedUpload | undefined>;
  keep(fingerprint: string, upload: RememberedUpload): Promise<void>;
  forget(fingerprint: string): Promise<void>;
}

export interface UploadTools {
  readonly calls: UploadCalls;
  readonly send: Send;
  readonly hash: Hash;
  readonly memory: UploadMemory;
  /** Waits; rejects when the signal aborts. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
}

export const UPLOAD_PHASES = ["waiting", "hashing", "sending", "checking", "ready", "failed", "cancelled"] as const;
export type UploadPhase = (typeof UPLOAD_PHASES)[number];

export type Finished = { readonly asset: AssetItem; readonly isHit: boolean };
