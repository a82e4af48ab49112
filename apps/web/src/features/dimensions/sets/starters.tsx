import { STARTERS } from "@dailies/contract";
import { Button } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useCreateFromStarter } from "../dimensions.queries.ts";
import styles from "./sets.module.css";

type Starter = (typeof STARTERS)[number];

interface StartersProps {
  /** There is nothing else on the page yet. */
  isAlone: boolean;
  onMade: (id: string) => void;
}

/** Sets that ship with the console; creating from one makes an editable copy. */
export const Starters = ({ isAlone, onMade }: StartersProps) => {
  const { t } = useTranslation();
  const create = useCreateFromStarter();
  // Idempotency keys, kept until a response arrives, so that a second click creates no second set.
  const keys = useRef(new Map<Starter, string>());
  const make = (starter: Starter): void => {
    const key = keys.current.get(starter) ?? newRequestKey();
    keys.current.set(starter, key);
    create.mutate(
      { starter, request_key: key },
      {
        onSuccess: ({ id }) => {
          keys.current.delete(starter);
          onMade(id);
        },
      },
    );
  };
  const cards = (
    <ul className={styles.starters}>
      {STARTERS.map((starter) => (
        <li key={starter} className={styles.starter}>
          <h3>{t(`dimensions.starters.${starter}.name`)}</h3>
          <p>{t(`dimensions.starters.${starter}.about`)}</p>
          <Button
            type={isAlone && starter === "default" ? "primary" : "default"}
            loading={create.isPending && create.variables.starter === starter}
            disabled={create.isPending}
            aria-label={t("dimensions.starters.make", { name: t(`dimensions.starters.${starter}.name`) })}
            onClick={() => make(starter)}
          >
            {t("dimensions.starters.makeShort")}
          </Button>
        </li>
      ))}
    </ul>
  );
  if (isAlone) {
    return (
      <>
        <EmptyState title={t("dimensions.sets.none")}>{t("dimensions.sets.noneHint")}</EmptyState>
        {cards}
      </>
    );
  }
  return (
    <details className={styles.beginnings}>
      <summary>{t("dimensions.starters.title")}</summary>
      {cards}
    </details>
  );
};
