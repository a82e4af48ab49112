import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styles from "./home.module.css";

export interface Place {
  path: string;
  group: "root" | "v1" | "platform" | "none";
  title: string;
  purpose: string;
  isBuilt: boolean;
}

const GROUPS = ["root", "v1", "platform", "none"] as const;

const PlaceCard = ({ place }: { place: Place }) => {
  const { t } = useTranslation();
  return (
    <li>
      <Link to={place.path} className={styles.place} data-built={place.isBuilt}>
        <span className={styles.placeTitle}>
          {place.title}
          {!place.isBuilt && <span className={styles.notBuilt}>{t("home.places.notBuilt")}</span>}
        </span>
        <span className={styles.placePurpose}>{place.purpose}</span>
      </Link>
    </li>
  );
};

const builtFirst = (a: Place, b: Place): number => Number(b.isBuilt) - Number(a.isBuilt);

/** The screens this person may open, by area; what is not built says so. */
export const PlacesPanel = ({ places }: { places: readonly Place[] }) => {
  const { t } = useTranslation();
  return GROUPS.map((group) => {
    const inGroup = places.filter((place) => place.group === group).sort(builtFirst);
    if (inGroup.length === 0) return null;
    return (
      <section key={group} aria-label={t(`home.places.${group}`)}>
        <h3 className={styles.groupTitle}>{t(`home.places.${group}`)}</h3>
        <ul className={styles.places}>
          {inGroup.map((place) => (
            <PlaceCard key={place.path} place={place} />
          ))}
        </ul>
      </section>
    );
  });
};
