import { expect, it } from "vitest";
import { cookieFor, expiredCookie, readCookie, SESSION_COOKIE } from "./cookies.ts";

it.each([
  ["__Host-sid=abc", "abc"],
  ["a=b; __Host-sid=abc", "abc"],
  ["a=b;__Host-sid=abc; c=d", "abc"],
  ["x__Host-sid=evil; __Host-sid=abc", "abc"],
  ["x__Host-sid=evil", undefined],
  ["__Host-sidx=evil", undefined],
  ["__Host-sid=", ""],
  ["", undefined],
  [undefined, undefined],
])("readCookie reads the session out of %j", (header, value) => {
  expect(readCookie(header, SESSION_COOKIE)).toBe(value);
});

it("every cookie is written as Secure, HttpOnly and SameSite", () => {
  expect(cookieFor("__Host-a", "b", 60)).toBe("__Host-a=b; Max-Age=60; Path=/; Secure; HttpOnly; SameSite=Lax");
  expect(expiredCookie("__Host-a")).toContain("Max-Age=0");
});
