import { afterEach, expect, it, vi } from "vitest";
import { createStoredMemory, forgetInterrupted, listInterrupted } from "./stored-memory.ts";

const upload = { assetId: "0198c0de-0000-7000-8000-000000000001", version: 1, sha256: "a".repeat(64) };

afterEach(() => vi.useRealTimers());

it("the stored upload list keeps an upload until it is forgotten", async () => {
  const memory = createStoredMemory();
  await memory.keep("fox.mp4|1", upload);
  expect(await createStoredMemory().find("fox.mp4|1")).toMatchObject(upload);
  await memory.forget("fox.mp4|1");
  expect(await memory.find("fox.mp4|1")).toBeUndefined();
});

it("the stored upload list drops what the server has given up, and nothing of others", async () => {
  vi.useFakeTimers({ now: new Date("2026-01-01T00:00:00Z") });
  localStorage.setItem("theme", "dark");
  const memory = createStoredMemory();
  await memory.keep("old", upload);
  vi.setSystemTime(new Date("2026-01-02T00:00:01Z"));
  await memory.keep("new", upload);
  expect(await memory.find("old")).toBeUndefined();
  expect(await memory.find("new")).toMatchObject(upload);
  expect(localStorage.getItem("theme")).toBe("dark");
});

it("the stored upload list begins anew when what was kept is damaged", async () => {
  localStorage.setItem("upload:fox", "{");
  expect(await createStoredMemory().find("fox")).toBeUndefined();
});

it("the stored upload list names what was interrupted", async () => {
  await createStoredMemory().keep("shoot/day-1/fox.mp4/900/17|folder|", upload);
  expect(listInterrupted()).toEqual(["fox.mp4"]);
  forgetInterrupted();
  expect(listInterrupted()).toEqual([]);
});
