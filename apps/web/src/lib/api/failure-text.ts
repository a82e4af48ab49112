import { MESSAGES } from "@dailies/contract/messages";
import type { TFunction } from "i18next";
import { ApiError, detailText, isNetworkFailure } from "./api-error.ts";

/** A sentence of the server in the reader's language, when it is one of those both sides know. */
const translated = (text: string, t: TFunction): string => {
  const keys = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];
  const key = keys.find((candidate) => MESSAGES[candidate] === text);
  return key ? t(`messages.${key}`) : text;
};

/** What a failure is called in front of the reader: its detail, or that the cause is not known. */
export const failureText = (error: unknown, t: TFunction): string => {
  if (isNetworkFailure(error)) return t("frame.failure.network");
  const detail = error instanceof ApiError ? detailText(error.detail) : undefined;
  return detail ? translated(detail, t) : t("frame.failure.unknown");
};
