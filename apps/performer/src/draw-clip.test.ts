import { expect, it } from "vitest";
import { filterGraph } from "./draw-clip.ts";
import { faultsInPrompt, withoutDirectives } from "./fault.ts";
import { chooseScene } from "./scene/choose-scene.ts";
import { requestedText } from "./scene/requested-text.ts";
import { stageScene } from "./scene/stage-scene.ts";

const SPEC = { seed: 1, width: 160, height: 90, seconds: 1, fps: 12, hasAudio: false, style: "steady" } as const;

it("the clip drawer shows the words that a prompt asks for", () => {
  expect(requestedText("a shop window, text: HELLO WORLD, at night")).toBe("HELLO WORLD");
  expect(requestedText("A neon sign spells OPEN in the rain")).toBe("OPEN");
  expect(requestedText("A cake that says “Happy Birthday”")).toBe("Happy Birthday");
  expect(requestedText("a sign, text: 欢迎")).toBe("欢迎");
  expect(requestedText("a fox in the snow")).toBeUndefined();
});

it("the clip drawer follows the words of a prompt and draws the rest from prompt and seed", () => {
  const prompt = "A red car drives through the city at night";
  expect(chooseScene({ prompt, seed: 1 })).toMatchObject({ land: "city", light: "night", subject: "car", hue: 0 });
  const suns = [1, 2, 3].map((seed) => chooseScene({ prompt, seed }).sun.x);
  expect(new Set(suns).size).toBe(3);
  expect(chooseScene({ prompt, seed: 1 }).sun.x).toBe(suns[0]);
});

it("the clip drawer keeps the prompt out of the filters", () => {
  const spec = { ...SPEC, prompt: "a sign, text: secret words" };
  const scene = chooseScene(spec);
  const graph = filterGraph(spec, scene, stageScene(spec, scene).others);
  expect(graph).toContain("textfile=text.txt");
  expect(graph).not.toContain("secret");
});

it("the clip drawer reads directives and takes them out", () => {
  const prompt = "a fox [fault:slow:2.5] runs [fault:wrong_size][fault:nonsense]";
  expect(faultsInPrompt(prompt)).toEqual([{ name: "slow", amount: 2.5 }, { name: "wrong_size" }]);
  expect(withoutDirectives(prompt)).toBe("a fox  runs");
});
