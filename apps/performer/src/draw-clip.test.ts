import { expect, it } from "vitest";
import { filterGraph, wrapPrompt } from "./draw-clip.ts";
import { faultsInPrompt, withoutDirectives } from "./fault.ts";

it("the clip drawer breaks a prompt into lines that fit", () => {
  const wrapped = wrapPrompt("a lighthouse at dusk, waves on black rocks", 16);
  expect(wrapped.split("\n")).toEqual(["a lighthouse at", "dusk, waves on", "black rocks"]);
  expect(wrapPrompt("x".repeat(50), 16)).toHaveLength(16);
  expect(wrapPrompt("一只狐狸在雪地里奔跑", 8).split("\n")).toEqual(["一只狐狸", "在雪地里", "奔跑"]);
  expect(wrapPrompt("word ".repeat(100), 16).split("\n")).toHaveLength(4);
});

it("the clip drawer keeps the prompt out of the filters", () => {
  const spec = { seed: 1, width: 160, height: 90, seconds: 1, fps: 12, hasAudio: false };
  expect(filterGraph({ ...spec, prompt: "secret words" })).toBe(filterGraph({ ...spec, prompt: "others" }));
});

it("the clip drawer reads directives and takes them out", () => {
  const prompt = "a fox [fault:slow:2.5] runs [fault:wrong_size][fault:nonsense]";
  expect(faultsInPrompt(prompt)).toEqual([{ name: "slow", amount: 2.5 }, { name: "wrong_size" }]);
  expect(withoutDirectives(prompt)).toBe("a fox  runs");
});
