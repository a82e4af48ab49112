import { isIPv4 } from "node:net";

/** Whether only programs of the same machine can reach this origin, so that nobody on a network can listen. */
export const isLoopbackOrigin = (origin: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
};
