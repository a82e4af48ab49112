import type { UseQueryResult } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../exports.module.css";
import { type CreateBody, type Preview, useCreateExport } from "../exports.queries.ts";
import type { LarkTargetState } from "../lark/use-lark-target.ts";
import { type ExportInput, toPreviewBody } from "../use-export-input.ts";

interface StartBarProps {
  input: ExportInput;
  /** Undefined before a task is chosen. */
  preview: UseQueryResult<Preview> | undefined;
  lark: LarkTargetState;
  isLarkConfigured: boolean;
  linkToList: string;
}

type Fault = "noTask" | "noRows" | "notReadable" | "noLark" | "noTable" | "wrongTypes";

const faultOf = ({ input, preview, lark, isLarkConfigured }: StartBarProps): Fault | undefined => {
  if (preview === undefined) return "noTask";
  if (preview.error) return "notReadable";
  if (preview.data?.rows_total === 0) return "noRows";
  if (input.values.target !== "lark") return undefined;
  if (!isLarkConfigured) return "noLark";
  if (lark.target === undefined) return "noTable";
  return lark.faults.length > 0 ? "wrongTypes" : undefined;
};

/** Sticky below the form: a summary of the export, or what is missing. */
export const StartBar = (props: StartBarProps) => {
  const { input, preview, lark, linkToList } = props;
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const { mutate, isPending, error } = useCreateExport();
  const fault = faultOf(props);
  const { target } = input.values;
  const rows = preview?.data?.rows_total ?? 0;
  const label =
    rows === 0
      ? t("exports.start.choose")
      : t(`exports.start.${target}`, { shown: formatCount(rows, i18n.language), count: rows });
  const start = (): void => {
    const to: CreateBody["target"] | undefined = target === "lark" ? lark.target : { kind: target };
    if (to === undefined) return;
    mutate(
      { ...toPreviewBody(input.values), target: to, request_key: requestKey },
      {
        onSuccess: () => {
          setRequestKey(newRequestKey());
          void message.success(t("exports.start.done"));
          void navigate(linkToList);
        },
      },
    );
  };
  return (
    <div className={styles.start}>
      {error ? <ErrorPanel isCompact title={t("exports.start.failed")} error={error} /> : null}
      <div className={styles.startLine}>
        <span role="status" className={styles.hint}>
          {fault === undefined ? t("exports.start.background") : t(`exports.fault.${fault}`)}
        </span>
        <Button
          type="primary"
          disabled={fault !== undefined || preview?.isPending}
          loading={isPending}
          aria-label={label}
          onClick={start}
        >
          {label}
        </Button>
      </div>
    </div>
  );
};
