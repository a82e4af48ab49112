import { isIPv4 } from "node:net";

/** The network of an address: /24 for IPv4, /48 for IPv6. Throttles count by it, session lists show it. */
export const networkOf = (address: string): string => {
  const plain = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return `${expandIPv6(plain).slice(0, 3).join(":")}::/48`;
};

const expandIPv6 = (address: string): string[] => {
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
};
