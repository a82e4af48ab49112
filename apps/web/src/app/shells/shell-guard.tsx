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
    // Keyed, because a development render runs effects twice.
    void message.warning({ key: text, content: text });
  }, [message, t]);
  return <Navigate to={PATHS.start} replace />;
};

interface ShellGuardProps {
  access: Access;
  children: ReactNode;
}

/** Turns away whoever may not enter the area. A courtesy: the server refuses its data by itself. */
export const ShellGuard = ({ access, children }: ShellGuardProps) => (useCan()(access) ? children : <TurnedAway />);
