import { describe, expect, it } from "vitest";
import { type PromptTally, winRate } from "./win-rate.ts";

const repeated = (count: number, tally: PromptTally): PromptTally[] => Array.from({ length: count }, () => tally);

/** Numbers from 0 to 1 that are the same every time. */
const draws = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

describe("a win rate", () => {
  it("counts a tie as half a win, and lies in its interval", () => {
    const found = winRate([
      { wins: 3, ties: 0, losses: 1 },
      { wins: 1, ties: 2, losses: 1 },
      { wins: 0, ties: 0, losses: 4 },
    ]);
    expect(found?.rate).toBeCloseTo(5 / 12, 12);
    expect(found?.low).toBeLessThan(5 / 12);
    expect(found?.high).toBeGreaterThan(5 / 12);
  });

  it("is not known of fewer than two prompts", () => {
    expect([winRate([]), winRate([{ wins: 9, ties: 0, losses: 0 }])]).toEqual([null, null]);
    expect(
      winRate([
        { wins: 9, ties: 0, losses: 0 },
        { wins: 0, ties: 0, losses: 0 },
      ]),
    ).toBeNull();
  });

  it("claims no certainty when every judgement is a win", () => {
    const few = winRate(repeated(5, { wins: 3, ties: 0, losses: 0 }));
    const many = winRate(repeated(200, { wins: 3, ties: 0, losses: 0 }));
    expect(few).toMatchObject({ rate: 1, high: 1 });
    expect(few?.low).toBeLessThan(0.5);
    expect(many?.low).toBeGreaterThan(0.97);
  });

  it("gets no narrower when the judgements of each prompt only repeat each other", () => {
    const once = Array.from({ length: 40 }, (_, n) => ({
      wins: n % 3 === 0 ? 0 : 1,
      ties: 0,
      losses: n % 3 === 0 ? 1 : 0,
    }));
    const often = once.map(({ wins, losses }) => ({ wins: wins * 10, ties: 0, losses: losses * 10 }));
    const [one, ten] = [winRate(once), winRate(often)];
    expect(ten?.low).toBeCloseTo(one?.low ?? 0, 9);
    expect(ten?.high).toBeCloseTo(one?.high ?? 0, 9);
  });

  it("is the same seen from the other side, turned round", () => {
    const tallies = Array.from({ length: 12 }, (_, n) => ({ wins: n % 4, ties: n % 2, losses: (n * 7) % 3 }));
    const [ours, theirs] = [
      winRate(tallies),
      winRate(tallies.map(({ wins, ties, losses }) => ({ wins: losses, ties, losses: wins }))),
    ];
    expect(theirs?.rate).toBeCloseTo(1 - (ours?.rate ?? 0), 12);
    expect(theirs?.low).toBeCloseTo(1 - (ours?.high ?? 0), 12);
  });

  it("holds the true rate in its interval in about 95 of 100 experiments whose prompts differ", () => {
    const next = draws(20_261_118);
    const EXPERIMENTS = 600;
    let held = 0;
    for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
      // Each prompt has a rate of its own between 0.4 and 1: 0.7 on the average.
      const tallies = Array.from({ length: 30 }, () => {
        const own = 0.4 + 0.6 * next();
        const wins = Array.from({ length: 4 }, () => next() < own).filter(Boolean).length;
        return { wins, ties: 0, losses: 4 - wins };
      });
      const found = winRate(tallies);
      if (found && found.low <= 0.7 && found.high >= 0.7) held += 1;
    }
    expect(held / EXPERIMENTS).toBeGreaterThan(0.925);
    expect(held / EXPERIMENTS).toBeLessThan(0.985);
  });
});
