import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isClosedName, isPublicAddress } from "./outgoing-address.ts";
import { OutgoingError } from "./outgoing-error.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface Target {
  readonly url: URL;
  /** On the operator's list: its address is not looked at. */
  readonly isTrusted: boolean;
}

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

const refuse = (words: string): never => {
  throw new OutgoingError("forbidden_address", words);
};

/** Reads an address as the connection will: whatever way a host is written in, here it has its one plain form. */
export const readTarget = (address: string, trustedOrigins: ReadonlySet<string>): Target => {
  if (!URL.canParse(address)) return refuse("this is not a valid URL");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("only http and https URLs are allowed");
  if (url.username !== "" || url.password !== "") return refuse("the URL must not contain a username or password");
  if (trustedOrigins.has(url.origin)) return { url, isTrusted: true };
  const host = bareHost(url);
  if (host === "" || isClosedName(host)) return refuse(`${host} is not a host of the public internet`);
  if (isIP(host) !== 0 && !isPublicAddress(host)) return refuse(`${host} is not an address of the public internet`);
  return { url, isTrusted: false };
};

/** Without the brackets of IPv6 and the dot of a complete name. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

/** One private address among many public ones is enough to refuse: the next try might use that one. */
const checkAll = (hostname: string, found: readonly ResolvedAddress[]): void => {
  if (found.length === 0) throw new OutgoingError("unreachable", `${hostname} has no address`);
  if (!found.every(({ address }) => isPublicAddress(address))) {
    throw new OutgoingError("forbidden_address", `${hostname} leads to an address that is not public`);
  }
};

/**
 * The one resolution of a connection: what is checked here is what is connected to, so a name that changes its mind
 * between check and use changes nothing.
 */
export const guardedLookup =
  (resolve: Resolve, isTrusted: boolean): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname)
      .then((found) => {
        if (!isTrusted || found.length === 0) checkAll(hostname, found);
        return found;
      })
      .then(
        (found) => {
          const [first] = found;
          if (options.all) done(null, [...found]);
          else done(null, first?.address ?? "", first?.family);
        },
        (error: Error) => done(error, ""),
      );
  };

/** Said again of the connection itself, whatever happened on the way to it. */
export const checkPeer = (remoteAddress: string | undefined): void => {
  const plain = remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "");
  if (plain === undefined || !isPublicAddress(plain)) refuse("the host resolves to an address that is not public");
};
