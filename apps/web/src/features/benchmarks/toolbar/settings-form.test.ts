import { expect, it } from "vitest";
import { changeOf, type SettingsForm, settingsForm } from "./settings-form.ts";

const form: SettingsForm = {
  samples_per_cell: 2,
  seed_policy: "list",
  seeds: "7, 42",
  attempt_policy: "first_success",
  concurrency: 8,
  currency: "USD",
  budget: 12.34,
  is_budget_hard: true,
};

it("the settings form turns what was entered into whole millionths and single seeds", () => {
  expect(changeOf(form, false)).toEqual({
    samples_per_cell: 2,
    seed_policy: "list",
    seeds: [7, 42],
    attempt_policy: "first_success",
    concurrency: 8,
    currency: "USD",
    budget: { limit_micros: 12_340_000, is_hard: true },
  });
});

it("the settings form leaves out what is fixed, and an empty budget means none", () => {
  expect(changeOf({ ...form, budget: null }, true)).toEqual({
    attempt_policy: "first_success",
    concurrency: 8,
    budget: null,
  });
});

it.each(["1,,2", "a", "-1", "2147483648", "1.5"])("the settings form refuses the seeds %j", (seeds) => {
  expect(settingsForm.safeParse({ ...form, seeds }).success).toBe(false);
});
