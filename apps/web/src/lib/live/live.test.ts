import type { LiveEvent } from "@dailies/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeBrowser, type FakeBrowser } from "../../testing/fake-browser.ts";
import { setFailureReactions } from "../api/failure-reactions.ts";
import { createLive, type Live } from "./live.ts";

const TASK = "task:0191a3c0-0000-7000-8000-000000000001";
const CALL = "0191a3c0-0000-7000-8000-000000000003";

const aCall = (progress: number): LiveEvent => ({
  kind: "call",
  topic: "calls",
  id: CALL,
  status: "Running",
  progress,
  queue_position: null,
});

interface Tab {
  readonly live: Live;
  readonly heard: LiveEvent[];
  watch(...topics: string[]): () => void;
  close(): void;
}

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  browser = createFakeBrowser((name, value) => vi.stubGlobal(name, value));
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "locks");
});

/** A tab connects on its first subscription, so it must subscribe before the next tab is opened. */
const openTab = (...topics: string[]): Tab => {
  const { close } = browser.enterTab();
  const live = createLive();
  const heard: LiveEvent[] = [];
  const watch = (...wanted: string[]) => live.watch(wanted, (event) => heard.push(event));
  watch(...topics);
  return { live, heard, watch, close };
};

const pass = (ms = 100): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const topicsOf = (index: number): string[] => browser.streams[index]?.url.searchParams.getAll("topic") ?? [];
const resumedFrom = (index: number): string | null | undefined =>
  browser.streams[index]?.url.searchParams.get("last_event_id");

describe("live events in one tab", () => {
  it("reads again once when the connection first opens, and then hears what it asked for", async () => {
    const tab = openTab("calls");
    await pass();
    expect(tab.live.state()).toBe("reconnecting");
    expect([topicsOf(0), resumedFrom(0)]).toEqual([["calls"], null]);
    browser.streams[0]?.say("start", "5-0");
    browser.streams[0]?.say("message", "6-0", aCall(0.5));
    browser.streams[0]?.say("message", "6-1", { ...aCall(0.9), topic: "tasks" });
    browser.streams[0]?.say("message", "6-2", { kind: "a kind of tomorrow" });
    await pass();
    expect(tab.live.state()).toBe("live");
    expect(tab.heard).toEqual([{ kind: "reset" }, aCall(0.5)]);
  });

  it("hands over all that came in one frame", async () => {
    const tab = openTab("calls");
    await pass();
    browser.streams[0]?.say("start", "5-0");
    await pass();
    browser.streams[0]?.say("message", "6-0", aCall(0.1));
    browser.streams[0]?.say("message", "6-1", aCall(0.2));
    await pass(1);
    expect(tab.heard).toHaveLength(1);
    await pass();
    expect(tab.heard).toEqual([{ kind: "reset" }, aCall(0.1), aCall(0.2)]);
  });

  it("opens anew for another topic, from the place it knew", async () => {
    const tab = openTab("calls");
    await pass();
    browser.streams[0]?.say("start", "5-0");
    await pass();
    tab.watch(TASK);
    browser.streams[0]?.say("message", "7-0", aCall(0.5));
    await pass();
    expect(topicsOf(1).sort()).toEqual(["calls", TASK]);
    expect(resumedFrom(1)).toBe("5-0");
    expect(browser.open()).toHaveLength(1);
  });

  it("keeps the connection between two pages and closes it after the last", async () => {
    const { close: closeTab } = browser.enterTab();
    const live = createLive();
    const leave = live.watch(["calls"], () => undefined);
    await pass();
    browser.streams[0]?.say("start", "5-0");
    leave();
    await pass(1_000);
    const leaveAgain = live.watch(["calls"], () => undefined);
    await pass(10_000);
    expect(browser.streams).toHaveLength(1);
    expect(browser.open()).toHaveLength(1);
    leaveAgain();
    await pass(6_000);
    expect(browser.open()).toHaveLength(0);
    closeTab();
  });

  it("tries again after a refusal, and when nothing is heard for too long", async () => {
    const tab = openTab("calls");
    await pass();
    browser.streams[0]?.say("start", "5-0");
    await pass();
    browser.streams[0]?.fail();
    await pass(1);
    expect(tab.live.state()).toBe("reconnecting");
    await pass(2_000);
    expect(resumedFrom(1)).toBe("5-0");
    browser.streams[1]?.say("start", "5-0");
    browser.streams[1]?.say("beat", "9-0");
    await pass();
    expect(tab.live.state()).toBe("live");
    await pass(60_000);
    expect(browser.streams.length).toBeGreaterThan(2);
    expect(resumedFrom(2)).toBe("9-0");
    expect(browser.open()).toHaveLength(1);
  });

  it("sends the stored username, and leads to the login when the session has ended", async () => {
    const reactions = { goToLogin: vi.fn(), askForSecondFactor: vi.fn(), showFailure: vi.fn() };
    setFailureReactions(reactions);
    localStorage.setItem("username", "ada");
    openTab("calls");
    await pass();
    expect(browser.streams[0]?.headers.get("x-username")).toBe("ada");
    browser.streams[0]?.fail(401);
    await pass();
    expect([reactions.goToLogin.mock.calls.length, reactions.showFailure.mock.calls.length]).toEqual([1, 0]);
  });

  it("shows why a stream is refused once, and nothing while the server restarts", async () => {
    const reactions = { goToLogin: vi.fn(), askForSecondFactor: vi.fn(), showFailure: vi.fn() };
    setFailureReactions(reactions);
    openTab("calls");
    await pass();
    browser.streams[0]?.fail(404);
    await pass(3_000);
    browser.streams[1]?.fail(404);
    await pass(6_000);
    browser.streams[2]?.fail(503);
    await pass();
    expect(reactions.showFailure.mock.calls.map(([error]) => (error as Error).message)).toEqual([
      "the stream is refused",
    ]);
  });

  it("does without locks", async () => {
    browser.enterTab();
    Reflect.deleteProperty(navigator, "locks");
    const live = createLive();
    live.watch(["calls"], () => undefined);
    await pass();
    expect(browser.open()).toHaveLength(1);
  });
});

describe("live events in several tabs", () => {
  it("has one stream for what all tabs want, and each hears its own", async () => {
    const first = openTab("calls");
    await pass();
    const second = openTab("tasks");
    await pass();
    expect(browser.open()).toHaveLength(1);
    const index = browser.streams.length - 1;
    expect(topicsOf(index).sort()).toEqual(["calls", "tasks"]);
    browser.streams[index]?.say("start", "5-0");
    browser.streams[index]?.say("message", "6-0", aCall(0.5));
    browser.streams[index]?.say("message", "7-0", { ...aCall(0.6), topic: "tasks" });
    await pass();
    expect(first.heard).toEqual([{ kind: "reset" }, aCall(0.5)]);
    expect(second.heard).toEqual([{ kind: "reset" }, { ...aCall(0.6), topic: "tasks" }]);
    expect(second.live.state()).toBe("live");
  });

  it("hands over when the leader closes, from the last event that was heard", async () => {
    const first = openTab("calls");
    await pass();
    const second = openTab("calls");
    await pass();
    browser.streams[0]?.say("start", "5-0");
    browser.streams[0]?.say("message", "6-0", aCall(0.5));
    await pass();
    first.close();
    await pass();
    expect(browser.open()).toHaveLength(1);
    expect(resumedFrom(1)).toBe("6-0");
    browser.streams[1]?.say("start", "6-0");
    browser.streams[1]?.say("message", "7-0", aCall(0.7));
    await pass();
    expect(second.heard).toEqual([{ kind: "reset" }, aCall(0.5), aCall(0.7)]);
  });

  it("forgets what a closed tab wanted when it next opens the stream", async () => {
    const first = openTab("calls");
    await pass();
    const second = openTab("tasks");
    await pass();
    second.close();
    await pass();
    first.watch(TASK);
    await pass();
    expect(topicsOf(browser.streams.length - 1).sort()).toEqual(["calls", TASK]);
  });
});
