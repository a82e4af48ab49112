import { GRANT_CATEGORIES, grantBody, type grantLimits, MAX_CREDITS } from "@dailies/contract";
import type { TFunction } from "i18next";
import { z } from "zod";

export type GrantLimits = z.output<typeof grantLimits>;

export const needsTypedEmail = (amount: number, limits: GrantLimits): boolean => amount > limits.type_email_above;
/** Whose sum of 24 hours this amount would lift above the limit; undefined if it fits. */
export const exceededSum = (amount: number, { allowance }: GrantLimits): "operator" | "end_user" | undefined =>
  (["operator", "end_user"] as const).find((whose) => allowance[whose].used + amount > allowance.limit);

/** The amount if valid; undefined while the input is incomplete. */
export const amountOf = (entered: unknown): number | undefined =>
  typeof entered === "number" && Number.isInteger(entered) && entered > 0 && entered <= MAX_CREDITS
    ? entered
    : undefined;

const { reason, ticket_url, expires_at, typed_email } = grantBody.shape;

interface Grantee {
  email: string;
  limits: GrantLimits;
  nowMs: () => number;
}

/** The contract's limits with localized messages, plus the recipient and the threshold for extra confirmation. */
export const grantFormOf = ({ email, limits, nowMs }: Grantee, t: TFunction) =>
  z
    .object({
      amount: z.int(t("credits.grant.enterAmount")).positive(t("credits.grant.enterAmount")).max(MAX_CREDITS),
      category: z.enum(GRANT_CATEGORIES, t("credits.grant.chooseCategory")),
      reason,
      ticket_url,
      expires_at,
      typed_email,
    })
    .superRefine((values, context) => {
      if (values.expires_at !== undefined && Date.parse(values.expires_at) <= nowMs())
        context.addIssue({ code: "custom", path: ["expires_at"], message: t("credits.grant.expiryPast") });
      const isTyped = values.typed_email?.trim().toLowerCase() === email.toLowerCase();
      if (needsTypedEmail(values.amount, limits) && !isTyped)
        context.addIssue({ code: "custom", path: ["typed_email"], message: t("credits.grant.typedDiffers") });
    });
