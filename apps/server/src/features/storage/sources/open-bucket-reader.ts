import { FormatFault } from "@dailies/formats/format-fault";
import type { Clock } from "../../../platform/clock.ts";
import type { Outgoing } from "../../../platform/http-client/outgoing.ts";
import { createPresigner, type Presign } from "../../../platform/s3/object-storage-presign.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import { type Address, rememberedAddresses } from "./bucket-address.ts";
import type { BucketReader } from "./bucket-reader.ts";
import { listPages, type OpenedProfile } from "./list-bucket.ts";
import { type Pin, readObjects } from "./read-object.ts";
import type { SourceQueries } from "./source-queries.ts";
import { createStorageTransport } from "./storage-transport.ts";
import { isPlainKey } from "./storage-uri.rules.ts";

const MAX_PINS = 20_000;

export interface BucketReaderDeps {
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  readonly queries: SourceQueries;
}

/** Opens a profile for one piece of work. Cheap: connections are shared. */
export const openBucketReader = (
  { outgoing, clock, queries }: BucketReaderDeps,
  profile: OpenedProfile,
): BucketReader => {
  const transport = createStorageTransport(outgoing, profile.name);
  const inner = ownAddresses(profile, clock);
  let outer: ((key: string, ttlS: number) => string) | undefined;
  const pins = new Map<string, Pin>();
  const pin = (key: string, seen: Pin): void => {
    const [oldest] = pins.keys();
    if (pins.size >= MAX_PINS && oldest !== undefined) pins.delete(oldest);
    pins.set(key, seen);
  };
  const check = (key: string): void => {
    if (!mayRead(profile, key)) throw new FormatFault("outside", "this address is outside the storage profile");
  };
  const memory = { find: (key: string) => pins.get(key), pin };
  const reading = readObjects({ transport, address: inner, profileName: profile.name, check, ...memory });
  const listing = listPages({ transport, address: inner, profile });

  return {
    profileId: profile.id,
    profileName: profile.name,
    bucket: profile.bucket,
    prefix: profile.prefix,
    ...reading,
    ...listing,
    expect: (objects) => {
      for (const { key, bytes, etag } of objects) pin(key, { bytes, etag });
    },
    presign: (object, ttlS) => {
      check(object);
      outer ??= browserAddresses(profile, clock);
      return outer(object, ttlS);
    },
    share: (objects) => queries.share({ ...reading, ...listing, totalOf: reading.size, ...objects }),
  };
};

export const mayRead = ({ prefix, reserved }: Pick<OpenedProfile, "prefix" | "reserved">, key: string): boolean =>
  key !== "" && key.startsWith(prefix) && isPlainKey(key) && !reserved.some((folder) => key.startsWith(folder));

/** Undefined for public buckets. */
const signerAt = (profile: OpenedProfile, endpoint: string): Presign | undefined =>
  profile.keys &&
  createPresigner({
    endpoint,
    region: profile.region,
    assetsBucket: profile.bucket,
    isPathStyle: profile.isPathStyle,
    ...profile.keys,
  });

const ownAddresses = (profile: OpenedProfile, clock: Clock): Address => {
  const sign = signerAt(profile, profile.endpoint);
  return sign ? rememberedAddresses(sign, clock, SIGNED_URL_TTL_S.ownRead) : openAddress(profile, profile.endpoint);
};

/** Not cached: a browser must get the full lifetime. */
const browserAddresses = (profile: OpenedProfile, clock: Clock): ((key: string, ttlS: number) => string) => {
  const sign = signerAt(profile, profile.publicEndpoint);
  const open = openAddress(profile, profile.publicEndpoint);
  return (key, expiresS) => sign?.({ method: "GET", key, at: clock(), expiresS }) ?? open({ method: "GET", key });
};

const openAddress = ({ bucket, isPathStyle }: OpenedProfile, endpoint: string): Address => {
  const base = new URL(endpoint);
  const host = isPathStyle ? base.host : `${bucket}.${base.host}`;
  const path = `${base.pathname.replace(/\/$/, "")}/${isPathStyle ? `${bucket}/` : ""}`;
  return ({ key, query = {} }) => {
    const search = new URLSearchParams(query).toString();
    return `${base.protocol}//${host}${path}${key.split("/").map(encodeURIComponent).join("/")}${search && `?${search}`}`;
  };
};
