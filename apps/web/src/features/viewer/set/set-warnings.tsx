import type { ViewerHeader } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./set.module.css";

type Warning = ViewerHeader["warnings"][number];

const SHOWN = 3;
/** These mean lost samples; the others are informational. */
const GRAVE = new Set<Warning["code"]>(["missing_file", "truncated", "version"]);

interface SetWarningsProps {
  warnings: readonly Warning[];
  onOpenShard: (shard: number) => void;
}

/** Problems a trainer would run into. */
export const SetWarnings = ({ warnings, onOpenShard }: SetWarningsProps) => {
  const { t, i18n } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  if (warnings.length === 0) return null;
  const shown = isAll ? warnings : warnings.slice(0, SHOWN);
  return (
    <ul className={styles.warnings} aria-label={t("viewer.warnings.title")}>
      {shown.map((warning) => (
        <li key={`${warning.code}/${warning.shard ?? ""}`}>
          <StatusTag tone={GRAVE.has(warning.code) ? "error" : "warning"}>
            {t(`viewer.warnings.${warning.code}`)}
          </StatusTag>
          <span>{warning.message}</span>
          {warning.shard === null ? null : <ShardLink shard={warning.shard} onOpen={onOpenShard} />}
        </li>
      ))}
      {warnings.length > SHOWN && !isAll ? (
        <li>
          <Button type="link" size="small" onClick={() => setIsAll(true)}>
            {t("viewer.warnings.more", { more: formatCount(warnings.length - SHOWN, i18n.language) })}
          </Button>
        </li>
      ) : null}
    </ul>
  );
};

const ShardLink = ({ shard, onOpen }: { shard: number; onOpen: (shard: number) => void }) => {
  const { t, i18n } = useTranslation();
  return (
    <Button type="link" size="small" onClick={() => onOpen(shard)}>
      {t("viewer.warnings.goShard", { shard: formatCount(shard, i18n.language) })}
    </Button>
  );
};
