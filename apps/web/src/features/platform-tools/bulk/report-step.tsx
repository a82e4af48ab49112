import type { BulkLine } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { CSV_MIME } from "../../../lib/csv.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { formatCount } from "../../../ui/format.ts";
import styles from "./bulk.module.css";
import { reportCsv, tallyOf } from "./bulk-lines.ts";
import { BulkTable } from "./bulk-table.tsx";

interface ReportStepProps {
  lines: readonly BulkLine[];
  onAgain: () => void;
}

export const ReportStep = ({ lines, onAgain }: ReportStepProps) => {
  const { t, i18n } = useTranslation();
  const { credits, people } = tallyOf(lines, "granted");
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <>
      <p role="status" className={styles.done}>
        {t("tools.bulk.done", { credits: count(credits), count: people, people: count(people) })}
      </p>
      <BulkTable lines={lines} isDone />
      <div className={styles.buttons}>
        <Button onClick={() => downloadText("grants-report.csv", reportCsv(lines), CSV_MIME)}>
          {t("tools.bulk.downloadReport")}
        </Button>
        <Button type="primary" onClick={onAgain}>
          {t("tools.bulk.another")}
        </Button>
      </div>
    </>
  );
};
