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
  /** On the operator's allow list: its address is not checked. */
  readonly isTrusted: boolean;
}

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

const refuse = (words: string): never => {
  throw new OutgoingError("forbidden_address", words);
};

/** Parses a URL as the connection will: every notation of a host is normalised. */
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

/** Without the brackets of IPv6 and a trailing dot. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");

/** One private address among public ones is enough to refuse: the next attempt might use it. */
const checkAll = (hostname: string, found: readonly ResolvedAddress[]): void => {
  if (found.length === 0) throw new OutgoingError("unreachable", `${hostname} has no address`);
  if (!found.every(({ address }) => isPublicAddress(address))) {
    throw new OutgoingError("forbidden_address", `${hostname} leads to an address that is not public`);
  }
};

/**
 * The only DNS resolution of a connection: the checked addresses are the ones connected to, which prevents DNS rebinding.
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

/** Defence in depth: checks the peer address of the connection itself. */
export const checkPeer = (remoteAddress: string | undefined): void => {
  const plain = remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "");
  if (plain === undefined || !isPublicAddress(plain)) refuse("the host resolves to an address that is not public");
};
