import type { EvaluationDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Section } from "../board/section.tsx";
import styles from "./judging.module.css";
import { useCountInformed } from "./judging.queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Judgements of people who could know the models: the owner decides whether they count. */
export const Informed = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { counts_informed, task_id } = evaluation;
  const { mutateAsync } = useCountInformed(task_id);
  const act = counts_informed ? "leave" : "count";
  return (
    <Section
      title={t("leaderboards.informed.title")}
      hint={t(counts_informed ? "leaderboards.informed.in" : "leaderboards.informed.out")}
    >
      <div className={styles.line}>
        <Button onClick={() => setIsAsking(true)}>{t(`leaderboards.informed.${act}`)}</Button>
      </div>
      {isAsking ? (
        <ReasonDialog
          title={t(`leaderboards.informed.${act}Title`)}
          effect={t(`leaderboards.informed.${act}Effect`)}
          action={t(`leaderboards.informed.${act}Action`)}
          onAct={(reason) => mutateAsync({ counts_informed: !counts_informed, reason })}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Section>
  );
};
