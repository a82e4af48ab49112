import { expect, it } from "vitest";
import { landingOf } from "./use-sign-in.ts";

const here = { origin: "https://console.example", pathname: "/", search: "" } as Location;

it.each([
  [null, { kind: "route", to: "/" }],
  ["//evil.example", { kind: "route", to: "/" }],
  ["/", { kind: "route", to: "/" }],
  ["/#/dataset?page=2", { kind: "route", to: "/dataset?page=2" }],
  ["#/dataset", { kind: "route", to: "/dataset" }],
  ["/?from=mail#/dataset", { kind: "page", address: "/?from=mail#/dataset" }],
])("landingOf resolves the redirect %s", (redirect, landing) => {
  expect(landingOf(redirect, here)).toEqual(landing);
});
