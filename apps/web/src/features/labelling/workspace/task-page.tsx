import type { LabelTaskDetail } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { useCurrentUser } from "../../../lib/session.ts";
import { Page } from "../../../ui/page.tsx";

/** Where leaving leads: external users have no list of tasks, only their Home. */
export const useWayBack = () => {
  const { t } = useTranslation();
  return useCurrentUser().is_external
    ? { to: PATHS.home, words: t("labelling.toHome") }
    : { to: PATHS.labelTasks, words: t("labelling.toList") };
};

/** The page of a task while no item is shown. */
export const TaskPage = ({ task, children }: { task: LabelTaskDetail; children: ReactNode }) => {
  const { t } = useTranslation();
  const { to, words } = useWayBack();
  return (
    <Page title={task.name} about={t("screens.labelTask.purpose")} action={<Link to={to}>{words}</Link>}>
      {children}
    </Page>
  );
};
