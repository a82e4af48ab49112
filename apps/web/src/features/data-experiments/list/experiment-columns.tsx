import type { DataExperimentItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "../data-experiments.module.css";
import { STATE_TONES } from "../data-experiments.rules.ts";

export const useExperimentColumns = (): Column<DataExperimentItem>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const title = (key: "question" | "state" | "metric" | "arms" | "runs" | "chosen" | "by" | "when"): string =>
      t(`dataExperiments.list.${key}`);
    const decision = ({ state, chosen }: DataExperimentItem): string => {
      if (state === "Open") return t("dataExperiments.none");
      return chosen ?? t("dataExperiments.list.noArm");
    };
    return [
      {
        key: "question",
        title: title("question"),
        widthPx: 320,
        isFixed: true,
        render: ({ question }) => (
          <span className={styles.name} title={question}>
            {question}
          </span>
        ),
      },
      {
        key: "state",
        title: title("state"),
        widthPx: 110,
        render: ({ state }) => <StatusTag tone={STATE_TONES[state]}>{t(`dataExperiments.state.${state}`)}</StatusTag>,
      },
      {
        key: "metric",
        title: title("metric"),
        widthPx: 110,
        render: ({ metric, direction }) => (
          <span title={t(`dataExperiments.direction.${direction}`)}>
            {metric} {direction === "higher" ? "↑" : "↓"}
          </span>
        ),
      },
      {
        key: "arms",
        title: title("arms"),
        widthPx: 190,
        render: ({ arms }) => <span title={arms.join(" · ")}>{arms.join(" · ")}</span>,
      },
      {
        key: "runs",
        title: title("runs"),
        widthPx: 70,
        isNumeric: true,
        render: ({ runs }) => formatCount(runs, i18n.language),
      },
      { key: "chosen", title: title("chosen"), widthPx: 130, render: (row) => decision(row) },
      { key: "by", title: title("by"), widthPx: 90, render: ({ created_by: by }) => by },
      { key: "when", title: title("when"), widthPx: 110, render: ({ created_at: at }) => <Time at={at} /> },
    ];
  }, [t, i18n.language]);
};
