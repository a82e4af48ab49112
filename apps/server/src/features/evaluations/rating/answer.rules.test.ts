import type { FieldSpec } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { InvalidRequest } from "../../../errors.ts";
import { type Answer, type Asked, checkAnswer } from "./answer.rules.ts";

const question = (key: string, field: FieldSpec, isRequired = false): Asked["questions"][number] => ({
  key,
  name: key,
  description: "",
  weight: 1,
  is_required: isRequired,
  section: "",
  rubric: { levels: [], good_asset_ids: [], bad_asset_ids: [] },
  field,
  direction: "higher",
  source: "human",
});
const SCALE: FieldSpec = { type: "number", min: -3, max: 3, is_integer: true };
const pair = (...questions: Asked["questions"]): Asked => ({ isPair: true, questions, durationS: { A: 2, B: 4 } });
const answer = (given: Partial<Answer>): Answer => ({
  choice: "A",
  strength: null,
  answers: {},
  watched: { A: 2, B: 4 },
  ...given,
});
const faultsOf = (asked: Asked, given: Partial<Answer>): string[] => {
  try {
    checkAnswer(asked, answer(given));
    return [];
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return error.issues.map(({ path }) => path.join("."));
  }
};

describe("an answer about a pair", () => {
  it("is a choice or a strength, and both only if they agree", () => {
    expect(checkAnswer(pair(), answer({ choice: null, strength: 2 })).choice).toBe("B");
    expect(checkAnswer(pair(), answer({ choice: null, strength: 0 })).choice).toBe("tie");
    expect(checkAnswer(pair(), answer({ choice: "both_bad", strength: 0 })).choice).toBe("both_bad");
    expect(faultsOf(pair(), { choice: null })).toEqual(["choice"]);
    expect(faultsOf(pair(), { choice: "A", strength: 1 })).toEqual(["strength"]);
  });

  it("answers the first question if that is the comparison, and must not contradict it", () => {
    const asked = pair(question("which", SCALE, true), question("why", { type: "text" }));
    expect(checkAnswer(asked, answer({ choice: "B" })).answers).toEqual({ which: 1 });
    expect(checkAnswer(asked, answer({ choice: null, strength: -3 })).answers).toEqual({ which: -3 });
    expect(checkAnswer(asked, answer({ choice: "both_bad" })).answers).toEqual({ which: 0 });
    expect(checkAnswer(asked, answer({ choice: "A", answers: { which: -2, why: null } })).answers).toEqual({
      which: -2,
    });
    expect(faultsOf(asked, { choice: "A", answers: { which: 2 } })).toEqual(["answers.which"]);
  });

  it("needs both clips to have been seen, and everything that is asked for", () => {
    const asked = pair(question("score", { type: "number", min: 1, max: 5 }, true));
    const good = { answers: { score: 3 } };
    expect(faultsOf(asked, { ...good, watched: { A: 1.8, B: 3.6 } })).toEqual([]);
    expect(faultsOf(asked, { ...good, watched: { A: 2, B: null } })).toEqual(["watched.B"]);
    expect(faultsOf(asked, { answers: { score: "3", more: 1 }, watched: { A: 0, B: 4 } })).toEqual([
      "answers.more",
      "answers.score",
      "watched.A",
    ]);
    expect(faultsOf({ ...asked, durationS: { A: null, B: null } }, { ...good, watched: { A: 0, B: 0 } })).toEqual([]);
  });
});

describe("an answer about one clip", () => {
  it("has no choice between clips", () => {
    const asked = { ...pair(question("fine", { type: "boolean" })), isPair: false };
    const given = { choice: null, answers: { fine: false }, watched: { A: 2, B: null } };
    expect(checkAnswer(asked, answer(given)).answers).toEqual({ fine: false });
    expect(faultsOf(asked, { ...given, strength: 1 })).toEqual(["choice"]);
  });
});
