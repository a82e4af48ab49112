import type { Access } from "@dailies/contract";
import { App } from "antd";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCan } from "../../lib/session.ts";

const TurnedAway = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  useEffect(() => {
    const text = t("frame.guard.noAccess");
    // Keyed, because React runs effects twice in development.
    void message.warning({ key: text, content: text });
  }, [message, t]);
  return <Navigate to={PATHS.start} replace />;
};

interface ShellGuardProps {
  access: Access;
  children: ReactNode;
}

/** Redirects users without access to the area. This is only UX: the server enforces access to the data. */
export const ShellGuard = ({ access, children }: ShellGuardProps) => (useCan()(access) ? children : <TurnedAway />);
