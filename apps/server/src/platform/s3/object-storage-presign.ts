import { createHmac, hash } from "node:crypto";
import type { ObjectStorageOptions } from "./object-storage-client.ts";

export interface PresignRequest {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly key: string;
  /** Names in lower or camel case, so that they sort after those of the signature. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that the request must carry exactly, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly at: Date;
  readonly expiresS: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** RFC 3986 encoding; encodeURIComponent leaves five more characters unescaped. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const PLAIN_KEY = /^[\w./~-]*$/;
const encodeKey = (key: string): string => (PLAIN_KEY.test(key) ? key : key.split("/").map(encode).join("/"));

const byName = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);
const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .sort(byName)
    .map(([name, value]) => `&${encode(name)}=${encode(value)}`)
    .join("");

/** The part of the signature that is the same for a whole day. */
const openDay = ({ accessKeyId, secretAccessKey, region }: ObjectStorageOptions, day: string) => {
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const credential = encode(`${accessKeyId}/${scope}`);
  const search = `X-Amz-Algorithm=${ALGORITHM}&X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&X-Amz-Credential=${credential}`;
  return { day, scope, key, search };
};

/**
 * Signature version 4 in the query, for signed URLs used by browsers. One page of a list needs hundreds, so they are
 * computed synchronously, without the SDK client and its middleware.
 */
export const createPresigner = (options: ObjectStorageOptions) => {
  const base = new URL(options.publicEndpoint ?? options.endpoint);
  const { isPathStyle = true, assetsBucket } = options;
  const path = `${base.pathname.replace(/\/$/, "")}/${isPathStyle ? `${encode(assetsBucket)}/` : ""}`;
  const host = isPathStyle ? base.host : `${assetsBucket}.${base.host}`;
  let today: ReturnType<typeof openDay> | undefined;

  return ({ method, key, query, headers, at, expiresS }: PresignRequest): string => {
    const moment = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
    const day = moment.slice(0, 8);
    if (today?.day !== day) today = openDay(options, day);
    const signed: [string, string][] = [["host", host]];
    if (headers) signed.push(...Object.entries(headers));
    signed.sort(byName);
    const names = signed.map(([name]) => name).join(";");
    const lines = signed.map(([name, value]) => `${name}:${value}\n`).join("");
    const uri = `${path}${encodeKey(key)}`;
    const extra = query ? encodeQuery(query) : "";
    const search = `${today.search}&X-Amz-Date=${moment}&X-Amz-Expires=${expiresS}&X-Amz-SignedHeaders=${encode(names)}${extra}`;
    const digest = hash("sha256", `${method}\n${uri}\n${search}\n${lines}\n${names}\nUNSIGNED-PAYLOAD`);
    const signature = createHmac("sha256", today.key)
      .update(`${ALGORITHM}\n${moment}\n${today.scope}\n${digest}`)
      .digest("hex");
    return `${base.protocol}//${host}${uri}?${search}&X-Amz-Signature=${signature}`;
  };
};

export type Presign = ReturnType<typeof createPresigner>;
