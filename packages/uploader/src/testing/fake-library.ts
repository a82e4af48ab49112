import { createHash, randomUUID } from "node:crypto";
import type { AssetItem } from "@dailies/contract/assets/schemas";
import type { UploadCalls } from "../types.ts";

export const PART_BYTES = 1000;
const WHOLE_BYTES = 1500;

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly parts: Map<number, Uint8Array>;
  status: AssetItem["status"];
  isCancelled: boolean;
}

type Handler = {
  [K in keyof UploadCalls]: (...args: Parameters<UploadCalls[K]>) => Awaited<ReturnType<UploadCalls[K]>>;
};

/** State of the server and its storage, following the contract. */
export class FakeLibrary {
  readonly uploads = new Map<string, Upload>();
  /** How often each part arrived completely, by `asset/part`. */
  readonly arrivals = new Map<string, number>();
  private readonly origin: () => string;
  /** URLs signed before this count are expired. */
  private signedFrom = 0;
  private signed = 0;
  checkVerdict: "Ready" | "Rejected" = "Ready";

  constructor(origin: () => string) {
    this.origin = origin;
  }

  expireAddresses(): void {
    this.signedFrom = this.signed + 1;
  }

  private sign(id: string, part: number): string {
    this.signed += 1;
    return `${this.origin()}/store/${id}/${part}?at=${this.signed}`;
  }

  store(id: string, part: number, at: number, bytes: Uint8Array): number {
    const upload = this.uploads.get(id);
    if (at < this.signedFrom) return 403;
    if (!upload || upload.isCancelled) return 404;
    if (upload.size <= WHOLE_BYTES && upload.parts.has(part)) return 412;
    upload.parts.set(part, bytes);
    const key = `${id}/${part}`;
    this.arrivals.set(key, (this.arrivals.get(key) ?? 0) + 1);
    return 200;
  }

  private find(id: string): Upload {
    const upload = this.uploads.get(id);
    if (!upload || upload.isCancelled) throw new Refusal(404, "no such upload");
    return upload;
  }

  private assetOf({ id, name, size, sha256, status }: Upload): AssetItem {
    const at = "2026-01-02T03:04:05Z";
    return {
      id,
      name,
      size,
      sha256,
      status,
      kind: "video",
      mime: "video/mp4",
      probe: null,
      poster: null,
      sprite: null,
      tags: [],
      folder_id: null,
      visibility: "private",
      ref_count: 0,
      version: 1,
      owner: "mei",
      storage: { provider: "s3", bucket: "assets", key: id },
      created_at: at,
      updated_at: at,
      verdict: status === "Rejected" ? "this is no film" : null,
    };
  }

  readonly calls: Handler = {
    generateUploadInfoWithCache: ({ query }) => {
      const known = [...this.uploads.values()].find(
        ({ sha256, status }) => sha256 === query.sha256 && status === "Ready",
      );
      if (known) return { hit: true, asset: this.assetOf(known) };
      const id = randomUUID();
      const size = Number(query.size);
      const base = { id, name: query.name, size, sha256: query.sha256, parts: new Map() };
      this.uploads.set(id, { ...base, status: "Uploading", isCancelled: false });
      const reply = { hit: false, asset_id: id, version: 1, headers: {}, expires_at: "2027-01-01T00:00:00Z" } as const;
      if (size <= WHOLE_BYTES) return { ...reply, method: "PUT", url: this.sign(id, 1) };
      const parts = [1, 2].map((number) => ({ number, url: this.sign(id, number) }));
      const part_count = Math.ceil(size / PART_BYTES);
      return { ...reply, method: "MULTIPART", url: "", parts, part_size: PART_BYTES, part_count };
    },
    signParts: ({ body }) => {
      const { id } = this.find(body.asset_id);
      return { parts: body.numbers.map((number) => ({ number, url: this.sign(id, number) })) };
    },
    getUploadState: ({ query }) => {
      const { id, name, size, status, parts } = this.find(query.asset_id);
      const isWhole = size <= WHOLE_BYTES;
      const shown = status === "Quarantined" ? this.checkVerdict : status;
      this.find(id).status = shown;
      return {
        asset_id: id,
        version: 1,
        name,
        size,
        status: shown,
        received: [...parts.keys()],
        ...(isWhole ? { method: "PUT", part_size: null } : { method: "MULTIPART", part_size: PART_BYTES }),
      };
    },
    completeUpload: ({ body }) => {
      const upload = this.find(body.asset_id);
      const sorted = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
      const whole = Buffer.concat(sorted);
      if (whole.length !== upload.size) throw new Refusal(409, "not all bytes have arrived");
      if (createHash("sha256").update(whole).digest("hex") !== body.sha256) throw new Refusal(409, "other bytes");
      if (upload.status === "Uploading") upload.status = "Quarantined";
      return this.assetOf(upload);
    },
    cancelUpload: ({ body }) => {
      this.find(body.asset_id).isCancelled = true;
      return { ok: true };
    },
    getOwnAsset: ({ query }) => this.assetOf(this.find(query.id)),
  };
}
