import { QueryClientProvider } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import { useEffect, useMemo, useState } from "react";
import { setFailureReactions } from "../../lib/api/failure-reactions.ts";
import { failureText } from "../../lib/api/failure-text.ts";
import { guardFiles } from "../../lib/api/file-guards.ts";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { loginAddress } from "../../lib/login-redirect.ts";
import { page } from "../../lib/page.ts";
import { currentUserQuery } from "../../lib/session.ts";
import { useThemeMode } from "../../lib/theme-choice.ts";
import { antdTheme } from "../../ui/theme.ts";
import { SessionGate } from "../gates/session-gate.tsx";
import { useAntdLocale } from "../use-antd-locale.ts";
import styles from "./frame.module.css";

/** Show toasts below the header, so that they do not cover the menu. */
const BELOW_HEADER = 56;

const goToLogin = (): void => {
  const address = loginAddress(window.location);
  if (address) page.load(address);
};

const Connected = () => {
  const { message } = App.useApp();
  const [client] = useState(() => {
    const created = createQueryClient();
    setFailureReactions({
      goToLogin,
      askForSecondFactor: () => void created.invalidateQueries(currentUserQuery),
      showFailure: (error) => {
        const text = failureText(error, i18next.t);
        // Keyed by text, so that ten requests with the same failure show one toast.
        void message.error({ key: text, content: <span className={styles.toast}>{text}</span>, duration: 6 });
      },
    });
    return created;
  });
  useEffect(guardFiles, []);
  return (
    <QueryClientProvider client={client}>
      <SessionGate />
    </QueryClientProvider>
  );
};

/** Providers for every signed-in screen: theme, language, toasts, the query cache and the current user. */
export const Component = () => {
  const mode = useThemeMode();
  const locale = useAntdLocale();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  return (
    <ConfigProvider theme={theme} locale={locale} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      <App message={{ maxCount: 4, top: BELOW_HEADER }}>
        <Connected />
      </App>
    </ConfigProvider>
  );
};
