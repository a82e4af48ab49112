import { describe, expect, it } from "vitest";
import { LogBuffer } from "./log-buffer.ts";

const pushed = (...chunks: readonly (string | Buffer)[]): LogBuffer => {
  const buffer = new LogBuffer(["s3cr3t-of-the-cluster"]);
  for (const chunk of chunks) buffer.push(Buffer.from(chunk));
  return buffer;
};

describe("a followed log", () => {
  it("begins with its end and goes on with what is added", () => {
    const buffer = pushed("one\ntwo\n");
    expect(buffer.take()).toEqual({ kind: "reset", text: "one\ntwo\n", isTruncated: false });
    expect(buffer.take()).toBeUndefined();
    buffer.push(Buffer.from("three\n"));
    expect(buffer.take()).toEqual({ kind: "append", text: "three\n", isTruncated: false });
    expect(buffer.whole()).toEqual({ kind: "reset", text: "one\ntwo\nthree\n", isTruncated: false });
  });

  it("gives out whole lines, however they are cut, and redrawn ones", () => {
    const [first, second] = [Buffer.from("über\n").subarray(0, 1), Buffer.from("über\n").subarray(1)];
    const buffer = pushed("ready\n", first);
    expect(buffer.take()).toMatchObject({ text: "ready\n" });
    buffer.push(second);
    expect(buffer.take()).toMatchObject({ text: "über\n" });
    buffer.push(Buffer.from(" 10%\r 2"));
    expect(buffer.take()).toMatchObject({ text: " 10%\r" });
  });

  it("loses secrets that a chunk cuts in two", () => {
    const buffer = pushed("api_key=canary", "-1234 and s3cr3t-of-", "the-cluster\n");
    expect(buffer.take()).toMatchObject({ text: "api_key=[removed] and [removed]\n" });
  });

  it("keeps its end only, and replaces what viewers have when too much came at once", () => {
    const buffer = pushed("first\n");
    buffer.take();
    for (let index = 0; index < 40; index += 1) buffer.push(Buffer.from(`${"x".repeat(9_999)}\n`));
    const change = buffer.take();
    expect(change).toMatchObject({ kind: "reset", isTruncated: true });
    expect(change?.text.length).toBeLessThanOrEqual(256 * 1024);
  });

  it("does not wait for ever for the end of a line", () => {
    const buffer = pushed("word ".repeat(10_000));
    expect(buffer.take()?.text.length).toBeGreaterThan(32 * 1024);
  });
});
