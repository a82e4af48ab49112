import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Networks that are not the public internet or lead into a private one: RFC 6890 and additions of cloud providers. */
const CLOSED_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's internal services use this public address, reachable only from its machines.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Parts of 2000::/3 that are not ordinary hosts: protocols, tunnels that embed an IPv4 address, documentation. */
const CLOSED_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [network, bits] of CLOSED_IPV4) closed.addSubnet(network, bits, "ipv4");
for (const [network, bits] of CLOSED_IPV6) closed.addSubnet(network, bits, "ipv6");

// All other IPv6 is refused: loopback, private, link-local, multicast, and prefixes that embed IPv4.
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** The protection against server-side request forgery (SSRF): whether an address is an ordinary host of the internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  // A zone id refers to one of our own interfaces.
  if (!isIPv6(address) || address.includes("%")) return false;
  return globalUnicast.check(address, "ipv6") && !closed.check(address, "ipv6");
};

/** Names that mean this machine or this network wherever they are resolved. */
const CLOSED_NAMES = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/;

export const isClosedName = (hostname: string): boolean => CLOSED_NAMES.test(hostname);
