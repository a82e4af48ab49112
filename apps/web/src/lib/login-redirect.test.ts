import { describe, expect, it } from "vitest";
import { HOSTILE_REDIRECTS } from "./login-redirect.corpus.ts";
import { loginAddress, safeRedirect } from "./login-redirect.ts";

const ORIGIN = "https://console.example";

describe("where a 401 sends the browser", () => {
  it("holds the path, the query and the hash, encoded", () => {
    const address = loginAddress({ pathname: "/", search: "?a=1", hash: "#/dataset?page=2&tag=x y" });
    expect(address).toBe("/#/login?redirect=%2F%3Fa%3D1%23%2Fdataset%3Fpage%3D2%26tag%3Dx%20y");
    const back = new URLSearchParams(address?.split("?").slice(1).join("?")).get("redirect");
    expect(back).toBe("/?a=1#/dataset?page=2&tag=x y");
  });

  it.each(["#/login", "#/login?redirect=%2F"])("goes nowhere from %s", (hash) => {
    expect(loginAddress({ pathname: "/", search: "", hash })).toBeUndefined();
  });
});

describe("T6: the redirect after signing in", () => {
  it("has a corpus worth the name", () => {
    expect(new Set(HOSTILE_REDIRECTS).size).toBeGreaterThanOrEqual(200);
  });

  it("follows no hostile address", () => {
    expect(HOSTILE_REDIRECTS.filter((payload) => safeRedirect(payload, ORIGIN) !== undefined)).toEqual([]);
  });

  it.each([
    "/",
    "/#/dataset",
    "#/dataset",
    "/#/task-manage?page=2&status=Init",
    "/?from=mail#/platform/user?q=100%25",
    "/#/sdv?path=s3%3A%2F%2Fbucket%2Ftrain",
    "/#/label/task/0198c0de-0000-7000-8000-000000000000",
    "/#/user-manage?search=%E6%A2%85",
    "/#/user-manage?search=login",
  ])("follows our own %s", (address) => {
    expect(safeRedirect(address, ORIGIN)).toBe(address);
  });

  it("follows nothing when nothing is given", () => {
    expect(safeRedirect(null, ORIGIN)).toBeUndefined();
    expect(safeRedirect("", ORIGIN)).toBeUndefined();
  });

  it("follows what leaves the login address and comes back", () => {
    const address = loginAddress({ pathname: "/", search: "", hash: "#/sdv?path=s3%3A%2F%2Fbucket" }) ?? "";
    const redirect = new URLSearchParams(address.split("?").slice(1).join("?")).get("redirect");
    expect(safeRedirect(redirect, ORIGIN)).toBe("/#/sdv?path=s3%3A%2F%2Fbucket");
  });
});
