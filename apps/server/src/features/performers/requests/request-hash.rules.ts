import { hash } from "node:crypto";

export interface HashedRequest {
  readonly adapter: string;
  readonly endpoint: string;
  readonly model: string;
  readonly version: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly seed?: number | undefined;
  /** SHA-256 of each asset input, by key: two assets with the same bytes are the same input. */
  readonly inputHashes?: Readonly<Record<string, string>> | undefined;
}

/** Equal for equal requests, whatever the order of their fields. */
export const requestHash = (request: HashedRequest): Buffer => {
  const { adapter, endpoint, model, version, seed, inputHashes = {} } = request;
  const params = { ...request.params };
  for (const key of Object.keys(inputHashes)) delete params[key];
  const canonical = canonicalJson({ adapter, endpoint, model, version, params, seed: seed ?? null, inputHashes });
  return hash("sha256", canonical, "buffer");
};

/** JSON with sorted keys. Hand-written for speed: a large grid hashes a hundred thousand requests. */
const canonicalJson = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields: Record<string, unknown> = { ...value };
  const written = Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`);
  return `{${written.join(",")}}`;
};
