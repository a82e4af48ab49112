import type { LabelTaskDetail } from "@dailies/contract";
import { Button } from "antd";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { minutesClock } from "../../../shared/leased-work/components/lease-clock.tsx";
import { UndoStrip } from "../../../shared/leased-work/components/undo-strip.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useNowEachSecond } from "../../../ui/use-now.ts";
import type { Labelling } from "./use-labelling.ts";

/** Shown when the queue gives nothing: done, everything in other hands, paused, or closed. */
export const NothingLeft = ({ task, labelling }: { task: LabelTaskDetail; labelling: Labelling }) => {
  const { t, i18n } = useTranslation();
  const { queue, refill, tell, undo } = labelling;
  const state = queue.progress?.state ?? "done";
  const shown = state === "working" ? "done" : state;
  const isWaiting = shown === "waiting" || shown === "paused";
  return (
    <>
      <EmptyState
        title={t(`labelling.nothing.${shown}.title`)}
        picture={isWaiting ? "lens" : "frames"}
        action={
          isWaiting ? (
            <Button loading={refill.isClaiming} onClick={() => tell({ act: "lookAgain" })}>
              {t("labelling.nothing.look")}
            </Button>
          ) : undefined
        }
      >
        {shown === "waiting" ? (
          <Waiting labelling={labelling} />
        ) : (
          t(`labelling.nothing.${shown}.hint`, mineOf(labelling, task, t, i18n.language))
        )}
      </EmptyState>
      <UndoStrip undo={undo} given={t("labelling.undo.given")} action={t("labelling.undo.action")} />
    </>
  );
};

const mineOf = ({ queue }: Labelling, task: LabelTaskDetail, t: TFunction, language: string) => {
  const count = (queue.progress ?? task).mine.submitted;
  return { mine: t("labelling.work.mine", { count, shown: formatCount(count, language) }) };
};

/** "5 items are leased by others, the next one is free in 3:10." */
const Waiting = ({ labelling }: { labelling: Labelling }) => {
  const { t, i18n } = useTranslation();
  const nowMs = useNowEachSecond();
  const { leased_by_others: count = 0, next_free_at: at = null } = labelling.queue.progress ?? {};
  const leased = t("labelling.nothing.leased", { count, shown: formatCount(count, i18n.language) });
  const leftMs = at === null ? undefined : Date.parse(at) - labelling.queue.skewMs - nowMs;
  if (leftMs === undefined || leftMs <= 0) return `${leased} ${t("labelling.nothing.soon")}`;
  return (
    <span className="ds-number">{`${leased} ${t("labelling.nothing.nextFree", { time: minutesClock(leftMs) })}`}</span>
  );
};
