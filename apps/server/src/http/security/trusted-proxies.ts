import { BlockList, isIP } from "node:net";

/** Names that the address parser of the HTTP server knows. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

const plain = (address: string): string => (address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address);

/** Whether the other end of a connection is one of our reverse proxies, whose headers can be believed. */
export const createProxyCheck = (networks: readonly string[]): ((address: string | undefined) => boolean) => {
  const trusted = new BlockList();
  for (const network of networks.flatMap((each) => NAMED[each] ?? [each])) {
    const [address = "", length] = network.split("/");
    if (length === undefined) trusted.addAddress(plain(address), familyOf(plain(address)));
    else trusted.addSubnet(address, Number(length), familyOf(address));
  }
  return (address) => address !== undefined && trusted.check(plain(address), familyOf(plain(address)));
};
