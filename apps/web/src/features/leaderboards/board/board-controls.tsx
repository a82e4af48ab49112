import { DownloadOutlined } from "@ant-design/icons";
import { AGGREGATIONS, type Board, type BoardAxis, leaderboardsRoutes } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { Button, Segmented, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { axesOf } from "../board.rules.ts";
import styles from "../leaderboards.module.css";
import { useBoardUrlState } from "../use-url-state.ts";

interface BoardControlsProps {
  board: Board;
  axis: BoardAxis;
  hasDownloads: boolean;
}

/** Display options, method options, and the download. */
export const BoardControls = ({ board, axis, hasDownloads }: BoardControlsProps) => {
  const { t } = useTranslation();
  const { values, set } = useBoardUrlState();
  const id = useId();
  return (
    <div role="toolbar" aria-label={t("leaderboards.controls.name")} className={styles.controls}>
      <label htmlFor={id} className={styles.quiet}>
        {t("leaderboards.controls.axis")}
      </label>
      <Select
        id={id}
        className={styles.axis}
        value={axis.key}
        options={axesOf(board).map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(key: string) => set({ axis: key })}
      />
      <Segmented
        aria-label={t("leaderboards.controls.aggregation")}
        value={values.aggregation ?? board.aggregation}
        options={AGGREGATIONS.map((value) => ({
          value,
          label: t(`leaderboards.controls.${value}`),
          title: t(`leaderboards.controls.${value}Hint`),
        }))}
        onChange={(value) => set({ aggregation: value })}
      />
      <span className={styles.quiet}>{t(`leaderboards.controls.${board.aggregation}Hint`)}</span>
      <span className={styles.grow} />
      {hasDownloads ? <Downloads board={board} /> : null}
    </div>
  );
};

const Downloads = ({ board: { task_id, aggregation, snapshot } }: Pick<BoardControlsProps, "board">) => {
  const { t } = useTranslation();
  const fileOf = (format: "json" | "csv"): string =>
    addressOf(leaderboardsRoutes.downloadBoard, {
      params: { id: task_id },
      query: { aggregation, snapshot: snapshot?.id, format },
    });
  return (
    <span className={styles.downloads}>
      {(["json", "csv"] as const).map((format) => (
        <Button key={format} href={fileOf(format)} download icon={<DownloadOutlined aria-hidden="true" />}>
          {t(`leaderboards.controls.${format}`)}
        </Button>
      ))}
    </span>
  );
};
