import { useTranslation } from "react-i18next";
import styles from "./drawer.module.css";

export interface UsedIn {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

export const UsedInList = ({ usedIn }: { usedIn: readonly UsedIn[] }) => {
  const { t } = useTranslation();
  if (usedIn.length === 0) return <p className={styles.quiet}>{t("datasetItems.drawer.notUsed")}</p>;
  return (
    <ul className={styles.uses}>
      {usedIn.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`}>
          <span className={styles.useKind}>{kind}</span> {name}
        </li>
      ))}
    </ul>
  );
};
