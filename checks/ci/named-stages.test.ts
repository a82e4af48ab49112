import { describe, expect, it } from "vitest";
import { namedStages } from "./named-stages.ts";
import { STAGES } from "./stages.ts";

const namesOf = (...named: string[]): string[] => namedStages(STAGES, named).map(({ name }) => name);

describe("named stages", () => {
  it("are all stages when none is named", () => {
    expect(namedStages(STAGES, [])).toBe(STAGES);
  });

  it("include the stages whose results they use, in the order of the run", () => {
    expect(namesOf("chaos-restart")).toEqual(["migrations", "build", "chaos-restart"]);
    expect(namesOf("bundle", "check")).toEqual(["check", "build", "bundle"]);
    expect(namesOf("tests")).toEqual(["tests"]);
  });

  it("are refused when one of them does not exist", () => {
    expect(() => namesOf("tests", "chaos")).toThrow("no such stage: chaos; there are check, ");
  });

  it("come after every stage that they need", () => {
    const order = STAGES.map(({ name }) => name);
    for (const { name, needs = [] } of STAGES) {
      for (const need of needs) expect(order.slice(0, order.indexOf(name))).toContain(need);
    }
  });
});
