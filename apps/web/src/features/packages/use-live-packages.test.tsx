import type { PackageDetail } from "@dailies/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeBrowser, type FakeBrowser } from "../../testing/fake-browser.ts";
import { PACKAGES } from "./packages.queries.ts";
import { aDetail, aRunning } from "./testing/a-package.ts";
import { useLivePackages } from "./use-live-packages.ts";

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  browser = createFakeBrowser((name, value) => vi.stubGlobal(name, value));
  browser.enterTab();
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "locks");
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const watchOne = async (one: PackageDetail) => {
  const cache = new QueryClient();
  const [detail, rows] = [
    [...PACKAGES, "detail", one.id],
    [...PACKAGES, "rows", one.id, "shards"],
  ];
  cache.setQueryData(detail, one);
  cache.setQueryData(rows, {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useLivePackages(), { wrapper });
  await pass(100);
  const [stream] = browser.open();
  expect(stream?.url.searchParams.getAll("topic")).toEqual(["packages"]);
  stream?.say("start", "1-0");
  // What was missed before the stream began is read again once.
  await pass(2_000);
  cache.setQueryData(detail, one);
  cache.setQueryData(rows, {});
  const isStale = (key: readonly string[]): boolean | undefined => cache.getQueryState(key)?.isInvalidated;
  return {
    isLive: () => result.current,
    shown: () => cache.getQueryData<PackageDetail>(detail),
    stale: () => [isStale(detail), isStale(rows)],
    say: async (id: string, change: Partial<PackageDetail>) => {
      const { status, shards_total, samples_total, bytes_total, shards_done, samples_done, bytes_done, left_out } = {
        ...one,
        ...change,
      };
      const totals = { shards_total, samples_total, bytes_total };
      const done = { shards_done, samples_done, bytes_done, left_out };
      stream?.say("message", id, { kind: "package", topic: "packages", id: one.id, status, ...totals, ...done });
      await pass(100);
    },
  };
};

it("a package on a page follows the event stream, and is read again only when it ends", async () => {
  const one = aDetail(aRunning(2));
  const { isLive, shown, stale, say } = await watchOne(one);
  expect(isLive()).toBe(true);
  await say("2-0", { shards_done: one.shards_done + 2, samples_done: 400 });
  expect(shown()).toMatchObject({ shards_done: one.shards_done + 2, samples_done: 400, status: "Running" });
  await say("3-0", { shards_done: one.shards_done + 1, samples_done: 350 });
  expect(shown()).toMatchObject({ samples_done: 400 });
  await pass(1_000);
  expect(stale()).toEqual([false, true]);

  await say("4-0", { shards_done: one.shards_total ?? 0, status: "Ready" });
  await say("5-0", { shards_done: one.shards_total ?? 0 });
  expect(shown()?.status).toBe("Ready");
  await pass(1_000);
  expect(stale()).toEqual([true, true]);
});
