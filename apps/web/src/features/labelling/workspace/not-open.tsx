import type { LabelTaskDetail } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { useChangeStatus } from "../labelling.queries.ts";

type State = "Draft" | "Filling" | "Failed";

/** A task whose items cannot be labelled yet: not started, being filled, or its items could not be read. */
export const NotOpen = ({ task }: { task: LabelTaskDetail }) => {
  const { t } = useTranslation();
  const can = useCan();
  const { mutate, isPending, error } = useChangeStatus();
  const status = task.status as State;
  const canStart = status !== "Filling" && can("internal");
  return (
    <>
      <EmptyState
        title={t(`labelling.notOpen.${status}.title`)}
        action={
          canStart ? (
            <Button type="primary" loading={isPending} onClick={() => mutate({ id: task.id, action: "start" })}>
              {t("labelling.notOpen.start")}
            </Button>
          ) : undefined
        }
      >
        {t(`labelling.notOpen.${status}.hint`, { error: task.error ?? "" })}
      </EmptyState>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
    </>
  );
};
