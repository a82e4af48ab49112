import { createPerformerBody } from "@dailies/contract";
import { expect, it } from "vitest";
import { aPerformer } from "../testing/a-call.ts";
import { losesSecret, registrationOf } from "./performer-draft.ts";

it("the performer draft sends back a performer as it is, without what only the server writes", () => {
  const performer = aPerformer(1);
  expect(createPerformerBody.parse(registrationOf(performer))).toMatchObject({
    name: performer.name,
    limits: performer.limits,
  });
});

it.each([
  ["http://performer.example:9000/v2", false],
  ["http://performer.example:9001", true],
  ["https://performer.example:9000", true],
  ["", true],
])("the draft knows whether a change of %s erases the secret: %s", (endpoint, isLost) => {
  expect(losesSecret(aPerformer(1, { is_secret_set: true }), endpoint)).toBe(isLost);
  expect(losesSecret(aPerformer(1), endpoint)).toBe(false);
});
