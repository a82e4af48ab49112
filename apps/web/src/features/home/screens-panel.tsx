import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "./home.module.css";

export interface ScreenEntry {
  path: string;
  group: "root" | "v1" | "platform" | "none";
  title: string;
  purpose: string;
  isBuilt: boolean;
}

const GROUPS = ["root", "v1", "platform", "none"] as const;

const ScreenCard = ({ screen }: { screen: ScreenEntry }) => {
  const { t } = useTranslation();
  return (
    <li>
      <Link to={screen.path} className={styles.place} data-built={screen.isBuilt}>
        <span className={styles.placeTitle}>
          {screen.title}
          {!screen.isBuilt && <span className={styles.notBuilt}>{t("home.places.notBuilt")}</span>}
        </span>
        <span className={styles.placePurpose}>{screen.purpose}</span>
      </Link>
    </li>
  );
};

const builtFirst = (a: ScreenEntry, b: ScreenEntry): number => Number(b.isBuilt) - Number(a.isBuilt);

/** The screens the user may open, by area; screens not built yet are marked. */
export const ScreensPanel = ({ screens }: { screens: readonly ScreenEntry[] }) => {
  const { t } = useTranslation();
  return GROUPS.map((group) => {
    const inGroup = screens.filter((screen) => screen.group === group).sort(builtFirst);
    if (inGroup.length === 0) return null;
    return (
      <section key={group} aria-label={t(`home.places.${group}`)}>
        <h3 className={styles.groupTitle}>{t(`home.places.${group}`)}</h3>
        <ul className={styles.places}>
          {inGroup.map((screen) => (
            <ScreenCard key={screen.path} screen={screen} />
          ))}
        </ul>
      </section>
    );
  });
};
