import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeBrowser, type FakeBrowser } from "../../testing/fake-browser.ts";
import { Poster } from "./poster.tsx";

const ID = "0191a3c0-0000-7000-8000-000000000001";
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
const load = (image: HTMLImageElement | null, width: number): void => {
  if (!image) throw new Error("there is no image");
  Object.defineProperty(image, "naturalWidth", { value: width, configurable: true });
  fireEvent.load(image);
};

describe("a poster that is not rendered yet", () => {
  it("is loaded again when the event stream says that it is there, and then no more", async () => {
    const { container } = render(<Poster className="" picture={{ id: ID, version: 1, ordinal: 7 }} />);
    const image = () => container.querySelector("img");
    expect(image()?.getAttribute("src")).toBe(`/api_v1/dataset/${ID}/poster/7?what=poster&version=1`);
    load(image(), 1);
    await pass(100);
    const [stream] = browser.open();
    expect(stream?.url.searchParams.getAll("topic")).toEqual(["pictures"]);
    stream?.say("start", "1-0");
    await pass(100);
    load(image(), 1);
    const told = { kind: "picture", topic: "pictures", dataset_id: ID, version: 1, what: "poster", status: "Ready" };
    stream?.say("message", "2-0", { ...told, ordinal: 8 });
    await pass(100);
    expect(image()?.getAttribute("src")).toMatch(/version=1&again=1$/);
    stream?.say("message", "3-0", { ...told, ordinal: 7 });
    await pass(100);
    expect(image()?.getAttribute("src")).toMatch(/version=1&again=2$/);
    load(image(), 320);
    await pass(120_000);
    expect(image()?.getAttribute("src")).toMatch(/version=1&again=2$/);
  });

  it("leaves its frame empty when it cannot be rendered, and is tried once more", async () => {
    const { container } = render(<Poster className="" picture={{ id: ID, version: 1, ordinal: 7 }} />);
    const image = () => container.querySelector("img");
    fireEvent.error(image() as HTMLImageElement);
    expect(image()).toBeNull();
    await pass(16_000);
    fireEvent.error(image() as HTMLImageElement);
    await pass(120_000);
    expect(image()).toBeNull();
  });
});
