import {
  CloudUploadOutlined,
  EllipsisOutlined,
  PlusOutlined,
  ReloadOutlined,
  SettingOutlined,
} from "@ant-design/icons";
import type { BenchmarkDetail } from "@dailies/contract";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { isEmptyGrid, type Offers, progressOf, retryableOf } from "../benchmark.rules.ts";
import styles from "../benchmarks.module.css";
import { useRefreshStatus } from "../benchmarks.queries.ts";
import type { OpenDialog } from "../dialogs/dialogs.tsx";
import { StatusLine } from "./status-line.tsx";

interface ToolbarProps {
  task: BenchmarkDetail;
  offers: Offers;
  onOpen: OpenDialog;
}

/** Shows progress, and the actions to add or fix rows and columns. */
export const Toolbar = ({ task, offers, onOpen }: ToolbarProps) => {
  const { t, i18n } = useTranslation();
  const failed = retryableOf(progressOf(task));
  return (
    <div role="toolbar" aria-label={t("benchmarks.toolbar.name")} className={styles.toolbar}>
      <StatusLine task={task} />
      {task.is_mine ? null : <span className={styles.hint}>{t("benchmarks.readOnly")}</span>}
      {offers.canRetry ? (
        <Button icon={<ReloadOutlined aria-hidden="true" />} onClick={() => onOpen({ at: "retry" })}>
          {t("benchmarks.toolbar.retry", { count: failed, shown: formatCount(failed, i18n.language) })}
        </Button>
      ) : null}
      {offers.canEdit && !isEmptyGrid(task) ? <AddButtons onOpen={onOpen} /> : null}
      {offers.canAdd && !offers.canEdit ? <AddMenu onOpen={onOpen} /> : null}
      {offers.canSet ? (
        <IconButton
          name={t("benchmarks.toolbar.settings")}
          icon={<SettingOutlined aria-hidden="true" />}
          onClick={() => onOpen({ at: "settings" })}
        />
      ) : null}
      <More task={task} offers={offers} onOpen={onOpen} />
    </div>
  );
};

/** During setup these are the next step; an empty grid offers them itself. */
const AddButtons = ({ onOpen }: Pick<ToolbarProps, "onOpen">) => {
  const { t } = useTranslation();
  return (
    <>
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onOpen({ at: "row" })}>
        {t("benchmarks.toolbar.addRow")}
      </Button>
      <Button icon={<CloudUploadOutlined aria-hidden="true" />} onClick={() => onOpen({ at: "import" })}>
        {t("benchmarks.toolbar.importRows")}
      </Button>
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onOpen({ at: "column" })}>
        {t("benchmarks.toolbar.addColumn")}
      </Button>
    </>
  );
};

/** After setup, adding is rare, so it moves into a menu. */
const AddMenu = ({ onOpen }: Pick<ToolbarProps, "onOpen">) => {
  const { t } = useTranslation();
  const items = [
    { key: "row", label: t("benchmarks.toolbar.addRow") },
    { key: "import", label: t("benchmarks.toolbar.importRows") },
    { key: "column", label: t("benchmarks.toolbar.addColumn") },
  ];
  const open = (key: string): void => {
    if (key === "row" || key === "import" || key === "column") onOpen({ at: key });
  };
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: ({ key }) => open(key) }}>
      <Button icon={<PlusOutlined aria-hidden="true" />}>{t("benchmarks.toolbar.add")}</Button>
    </Dropdown>
  );
};

const More = ({ task, offers, onOpen }: ToolbarProps) => {
  const { t } = useTranslation();
  const refresh = useRefreshStatus(task.id);
  const isGenerating = task.is_mine && task.status === "Generating";
  const items = [
    ...(isGenerating ? [{ key: "refresh", label: t("benchmarks.toolbar.refresh") }] : []),
    ...(offers.canCancel ? [{ key: "cancel", label: t("benchmarks.toolbar.cancel"), danger: true }] : []),
    ...(offers.canReset ? [{ key: "reset", label: t("benchmarks.toolbar.reset"), danger: true }] : []),
  ];
  if (items.length === 0) return null;
  const act = (key: string): void => {
    if (key === "refresh") refresh.mutate();
    else if (key === "cancel" || key === "reset") onOpen({ at: key });
  };
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: ({ key }) => act(key) }}>
      <span>
        <IconButton
          name={t("benchmarks.toolbar.more")}
          isBusy={refresh.isPending}
          icon={<EllipsisOutlined aria-hidden="true" />}
        />
      </span>
    </Dropdown>
  );
};

/** The next step as the primary button. */
export const PrimaryAct = ({ task, offers, onOpen }: ToolbarProps) => {
  const { t } = useTranslation();
  if (offers.canGenerate && !isEmptyGrid(task)) {
    return (
      <Button type="primary" onClick={() => onOpen({ at: "generate" })}>
        {t("benchmarks.toolbar.generate")}
      </Button>
    );
  }
  const results = `${PATHS.taskBenchmark}?task=${task.id}`;
  if (offers.canStartEvaluation) {
    return (
      <LinkButton isPrimary to={`${results}&tab=judging`}>
        {t("benchmarks.toolbar.startEvaluation")}
      </LinkButton>
    );
  }
  if (task.status !== "Benchmarking" && task.status !== "Finished") return null;
  return (
    <span className={styles.acts}>
      {offers.canStopEvaluation ? (
        <Button onClick={() => onOpen({ at: "stop" })}>{t("benchmarks.toolbar.stopEvaluation")}</Button>
      ) : null}
      <LinkButton isPrimary to={results}>
        {t("benchmarks.toolbar.results")}
      </LinkButton>
    </span>
  );
};
