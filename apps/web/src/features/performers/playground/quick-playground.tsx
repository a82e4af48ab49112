import type { PerformerItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { CompareDialog } from "../calls/compare-dialog.tsx";
import { ResultWall } from "../calls/result-wall.tsx";
import { useComparison } from "../calls/use-comparison.ts";
import { callsQuery } from "../performers.queries.ts";
import { PromptCard } from "./prompt-card.tsx";
import styles from "./quick.module.css";
import { Stage } from "./stage.tsx";

const SHOWN = 24;

/** The prompt on top, the newest clips on a stage, the user's recent ones below. */
export const QuickPlayground = ({ performers }: { performers: readonly PerformerItem[] }) => {
  const { t } = useTranslation();
  const { username } = useCurrentUser();
  const comparison = useComparison();
  const [staged, setStaged] = useState<readonly string[]>([]);
  const list = useQuery(callsQuery({ page: 1, page_size: SHOWN }, { sources: ["playground"], created_by: username }));
  const items = list.data?.items ?? [];
  const rest = items.filter(({ id }) => !staged.includes(id));
  return (
    <div className={styles.layout}>
      <PromptCard performers={performers} onRun={(calls) => setStaged(calls.map(({ id }) => id))} />
      <Stage calls={items.filter(({ id }) => staged.includes(id))} comparison={comparison} />
      <section className={styles.last}>
        {items.length > 0 && rest.length > 0 ? <h2 className={styles.heading}>{t("performers.quick.last")}</h2> : null}
        <ResultWall
          name={t("performers.quick.last")}
          list={{ ...list, ...(list.data && { data: { items: rest } }) }}
          comparison={comparison}
          empty={
            staged.length > 0 ? null : (
              <EmptyState title={t("performers.quick.nothing")}>{t("performers.quick.nothingHint")}</EmptyState>
            )
          }
        />
      </section>
      <CompareDialog comparison={comparison} />
    </div>
  );
};
