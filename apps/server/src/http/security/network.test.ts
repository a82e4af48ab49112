import { expect, it } from "vitest";
import { networkOf } from "./network.ts";

it.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:12:34::1", "2001:db8:12::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
])("networkOf puts %s into %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
