import { expect, it } from "vitest";
import { isLoopbackOrigin } from "./loopback.ts";

it.each([
  "http://localhost",
  "http://localhost:8080",
  "http://ray.localhost:8000",
  "http://127.0.0.1:5173",
  "http://127.1.2.3",
  "http://2130706433:9000",
  "https://[::1]:8443",
])("%s is on this machine", (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(true);
});

it.each([
  "https://dailies.example.org",
  "http://127.0.0.1.example.org",
  "http://127.example.org",
  "http://localhost.example.org",
  "http://notlocalhost",
  "http://10.0.0.1",
  "http://[::ffff:7f00:1]",
  "http://0.0.0.0:80",
  "*",
  "",
])("%s is on another machine, or no origin", (origin) => {
  expect(isLoopbackOrigin(origin)).toBe(false);
});
