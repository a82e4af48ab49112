import { MESSAGES } from "@dailies/contract";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./enrolment-gate.tsx";

const CODES = Array.from({ length: 10 }, (_, n) => `cccc${n}-dddd${n}`);

const fakeEnrolment = ({ isRequiredFromStart }: { isRequiredFromStart: boolean }) => {
  let isRequired = isRequiredFromStart;
  let isOn = false;
  return fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["MAGI_ADMIN"], mustSetUpSecondFactor: isRequired && !isOn }) }),
    "auth.listSessions": () => {
      if (isOn) return { reply: { items: [], total: 0 } };
      isRequired = true;
      return { refuse: 403, code: "second_factor_needed", detail: MESSAGES.setUpSecondFactor };
    },
    "secondFactors.getSecondFactor": () => ({
      reply: { totp_since: isOn ? "2026-11-19T03:00:00.000Z" : null, recovery_codes_left: isOn ? 10 : 0 },
    }),
    "secondFactors.startTotp": () => ({ reply: { secret: "GEZDGNBV", uri: "otpauth://totp/x?secret=GEZDGNBV" } }),
    "secondFactors.confirmTotp": () => {
      isOn = true;
      return { reply: { recovery_codes: CODES } };
    },
  });
};

describe("an account that has to set up a second factor", () => {
  it.each([
    ["from its sign-in", true],
    ["once the setting is published while it works", false],
  ])(
    "sees nothing else %s, and everything after the recovery codes are put away",
    async (_when, isRequiredFromStart) => {
      fakeEnrolment({ isRequiredFromStart });
      const { user } = renderConsole("/frog-home");
      expect(await screen.findByRole("heading", { name: "Set up two-step sign-in" })).toBeDefined();
      const gate = screen.getByRole("main");
      expect(screen.queryByRole("button", { name: /Account/ })).toBeNull();
      await user.click(await within(gate).findByRole("button", { name: "Set up an authenticator app" }));
      await user.type(await within(gate).findByLabelText("Code of the app"), "287082{Enter}");
      expect(await within(gate).findByText(CODES[9] ?? "")).toBeDefined();
      await user.click(within(gate).getByRole("button", { name: "I have kept them" }));
      expect(await screen.findByRole("button", { name: /Account/ })).toBeDefined();
    },
  );
});
