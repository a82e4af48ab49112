import { useTranslation } from "react-i18next";
import { deviceOf } from "./device-of.ts";

/** "Firefox on Linux", from a user agent. */
export const useDeviceName = (): ((userAgent: string) => string) => {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return t("shared.device.on", { browser, system });
    return browser ?? system ?? t("shared.device.unknown");
  };
};
