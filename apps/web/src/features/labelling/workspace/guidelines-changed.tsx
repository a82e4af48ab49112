import type { LabelTaskDetail } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { NoticeStrip } from "../../../shared/leased-work/components/notice-strip.tsx";
import { labelTaskQuery } from "../labelling.queries.ts";
import type { Labelling } from "./use-labelling.ts";

interface GuidelinesChangedProps {
  task: LabelTaskDetail;
  labelling: Labelling;
  onOpen: () => void;
}

/** Labels are kept with the version of the guidelines that was shown, so a newer one is shown before it counts. */
export const GuidelinesChanged = ({ task, labelling, onOpen }: GuidelinesChangedProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const newest = labelling.queue.progress?.guidelines_version ?? 0;
  if (newest <= task.guidelines.version) return null;
  const read = async (): Promise<void> => {
    await client.refetchQueries({ queryKey: labelTaskQuery(task.id).queryKey });
    onOpen();
  };
  return (
    <NoticeStrip>
      <span>{t("labelling.guidelines.changed", { version: newest })}</span>
      <Button size="small" onClick={() => void read()}>
        {t("labelling.guidelines.read")}
      </Button>
    </NoticeStrip>
  );
};
