import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBeforeUnload, useBlocker } from "react-router";
import { Confirm } from "../../ui/confirm.tsx";

interface LeaveGuardProps {
  configKey: string;
  isEdited: boolean;
}

const keyIn = (search: string): string | null => new URLSearchParams(search).get("key");

/** Asks before unsaved edits are lost: by closing, by a neighbour, by Back, by leaving the page. */
export const LeaveGuard = ({ configKey, isEdited }: LeaveGuardProps) => {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEdited &&
      (currentLocation.pathname !== nextLocation.pathname ||
        keyIn(currentLocation.search) !== keyIn(nextLocation.search)),
  );
  // Going on and staying exclude each other, and the dialog closes after either.
  const isLeaving = useRef(false);
  useBeforeUnload((event) => {
    if (isEdited) event.preventDefault();
  });
  return (
    <Confirm
      isOpen={blocker.state === "blocked"}
      isDangerous
      title={t("settings.leave.title", { key: configKey })}
      effect={t("settings.leave.effect")}
      action={t("settings.leave.action")}
      onConfirm={async () => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
      onClose={() => {
        if (!isLeaving.current) blocker.reset?.();
        isLeaving.current = false;
      }}
    />
  );
};
