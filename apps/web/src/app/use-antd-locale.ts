import type { ConfigProviderProps } from "antd";
import enUS from "antd/es/locale/en_US.js";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

type AntdLocale = NonNullable<ConfigProviderProps["locale"]>;

/** Always returns a locale: switching from none to one would remount the tree and lose form input. */
export const useAntdLocale = (): AntdLocale => {
  const { i18n } = useTranslation();
  const [zhCN, setZhCN] = useState<AntdLocale>();
  const isChinese = i18n.language === "zh";
  useEffect(() => {
    if (!isChinese || zhCN) return;
    void import("antd/es/locale/zh_CN.js").then((module) => setZhCN(module.default));
  }, [isChinese, zhCN]);
  return isChinese ? (zhCN ?? enUS) : enUS;
};
