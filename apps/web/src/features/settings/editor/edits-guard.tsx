import { useTranslation } from "react-i18next";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";

interface EditsGuardProps {
  configKey: string;
  isEdited: boolean;
}

const keyIn = (search: string): string | null => new URLSearchParams(search).get("key");

/** Confirms before unsaved edits are lost by closing, switching keys, Back, or leaving the page. */
export const EditsGuard = ({ configKey, isEdited }: EditsGuardProps) => {
  const { t } = useTranslation();
  return (
    <LeaveGuard
      isNeeded={isEdited}
      keeps={(next, current) => next.pathname === current.pathname && keyIn(next.search) === keyIn(current.search)}
      title={t("settings.leave.title", { key: configKey })}
      effect={t("settings.leave.effect")}
      action={t("settings.leave.action")}
    />
  );
};
