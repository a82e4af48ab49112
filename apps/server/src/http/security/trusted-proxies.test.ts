import { describe, expect, it } from "vitest";
import { createProxyCheck } from "./trusted-proxies.ts";

describe("the check of a reverse proxy", () => {
  it.each([
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["10.0.0.0/8", "11.1.2.3", false],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["loopback", "127.0.0.1", true],
    ["loopback", "::1", true],
    ["2001:db8::/32", "2001:db8:1::9", true],
    ["2001:db8::/32", "2001:db9::1", false],
  ])("with %s answers for %s: %s", (network, address, isTrusted) => {
    expect(createProxyCheck([network])(address)).toBe(isTrusted);
  });

  it("trusts nobody without a list, and no connection without an address", () => {
    expect(createProxyCheck([])("127.0.0.1")).toBe(false);
    expect(createProxyCheck(["loopback"])(undefined)).toBe(false);
  });
});
