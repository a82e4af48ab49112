import type { BulkLine } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CSV_MIME } from "../../../lib/csv.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./bulk.module.css";
import { reportCsv, tallyOf } from "./bulk-lines.ts";
import { BulkTable } from "./bulk-table.tsx";
import type { Bulk, BulkInput } from "./use-bulk.ts";

interface PreviewStepProps {
  bulk: Bulk;
  input: BulkInput;
  lines: readonly BulkLine[];
  onGranted: () => void;
}

/** Every line with its planned outcome, and one confirmation for all. */
export const PreviewStep = ({ bulk, input, lines, onGranted }: PreviewStepProps) => {
  const { t, i18n } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { once, back } = bulk;
  const count = (value: number): string => formatCount(value, i18n.language);
  const [ready, waits] = [tallyOf(lines, "ready"), tallyOf(lines, "waits")];
  // If every accepted line needs a second person's approval, nothing is granted yet, only requested.
  const isAskedOnly = ready.lines === 0;
  const { credits, people } = isAskedOnly ? waits : ready;
  const isNothing = ready.lines + waits.lines === 0;
  const words = { credits: count(credits), shown: count(credits), people: count(people) };
  const verb = isAskedOnly ? "ask" : "grant";
  const action = isNothing ? t("tools.bulk.nothing") : t(`tools.bulk.${verb}`, { ...words, count: credits });
  const isUnsure = once.unanswered !== undefined;
  return (
    <>
      <p className={styles.lead}>{t("tools.bulk.previewHint")}</p>
      <BulkTable lines={lines} isDone={false} />
      <div className={styles.buttons}>
        <Button onClick={() => downloadText("grants-preview.csv", reportCsv(lines), CSV_MIME)}>
          {t("tools.bulk.download")}
        </Button>
        <Button disabled={isUnsure} onClick={back}>
          {t("tools.bulk.back")}
        </Button>
        <Button type="primary" disabled={isNothing || isUnsure} onClick={() => setIsAsking(true)}>
          {action}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking && !isUnsure}
        title={t(`tools.bulk.confirm.${verb}`, { ...words, count: people })}
        effect={<Effect lines={lines} input={input} />}
        action={action}
        onConfirm={() => once.send(input).then(onGranted)}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};

const Effect = ({ lines, input }: { lines: readonly BulkLine[]; input: BulkInput }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const outcomes = (["waits", "granted_before", "refused"] as const)
    .map((outcome) => ({ outcome, ...tallyOf(lines, outcome) }))
    .filter((tally) => tally.lines > 0);
  return (
    <div className={styles.effect}>
      <p>{t("tools.bulk.effect", { category: t(`tools.bulk.categories.${input.category}`), reason: input.reason })}</p>
      {outcomes.length === 0 ? null : (
        <ul>
          {outcomes.map(({ outcome, lines: those, credits }) => (
            <li key={outcome}>
              {t(`tools.bulk.also.${outcome}`, { count: those, shown: count(those), credits: count(credits) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
