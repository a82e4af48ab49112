import { useTranslation } from "react-i18next";
import { Page } from "../../../ui/page.tsx";
import type { SetAddress } from "../viewer.queries.ts";
import { DatasetChoice } from "./dataset-choice.tsx";
import styles from "./open.module.css";
import { RecentSets } from "./recent-sets.tsx";
import { UriForm } from "./uri-form.tsx";

/** Start page: paste a URI, or choose a known dataset. */
export const ChooseSet = ({ onOpen }: { onOpen: (address: SetAddress) => void }) => {
  const { t } = useTranslation();
  return (
    <Page title={t("screens.sdv.title")} about={t("screens.sdv.purpose")}>
      <div className={styles.choose}>
        <section className={styles.card}>
          <UriForm value="" action={t("viewer.open.open")} isPrimary onSubmit={(uri) => onOpen({ uri })} />
          <p className={styles.quiet}>{t("viewer.open.hint")}</p>
        </section>
        <RecentSets onOpen={onOpen} />
        <DatasetChoice onOpen={onOpen} />
      </div>
    </Page>
  );
};
