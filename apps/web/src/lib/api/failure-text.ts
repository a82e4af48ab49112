import { MESSAGES } from "@dailies/contract/messages";
import type { TFunction } from "i18next";
import { ApiError, detailText, isNetworkFailure } from "./api-error.ts";

/** Translates a server message that both sides know. */
const translated = (text: string, t: TFunction): string => {
  const keys = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];
  const key = keys.find((candidate) => MESSAGES[candidate] === text);
  return key ? t(`messages.${key}`) : text;
};

/** The message shown for an error: its detail, or that the cause is unknown. */
export const failureText = (error: unknown, t: TFunction): string => {
  if (isNetworkFailure(error)) return t("frame.failure.network");
  const detail = error instanceof ApiError ? detailText(error.detail) : undefined;
  return detail ? translated(detail, t) : t("frame.failure.unknown");
};
