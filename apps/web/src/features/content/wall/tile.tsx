import type { FavoriteItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Time } from "../../../ui/time.tsx";
import { useContentLinks } from "../content-address.ts";
import { AuditStatus } from "../content-status.tsx";
import { KindIcon, Poster } from "../media/poster.tsx";
import styles from "./wall.module.css";

interface TileProps {
  item: FavoriteItem;
  /** The only tile with a tab stop. */
  isStop: boolean;
  isOpen: boolean;
  onFault: () => void;
}

export const Tile = ({ item, isStop, isOpen, onFault }: TileProps) => {
  const { t } = useTranslation();
  const { toFavorite } = useContentLinks();
  const kind = t(`content.type.${item.assets_type}`);
  const words = item.prompt || item.project_name || t("content.noPrompt");
  return (
    <li className={styles.place}>
      <Link
        to={toFavorite(item.id)}
        className={styles.tile}
        data-tile-link={item.id}
        data-open={isOpen || undefined}
        tabIndex={isStop ? 0 : -1}
      >
        <Poster name={words} kind={item.assets_type} file={item.asset} onFault={onFault} />
        <span className={styles.words} title={words}>
          {words}
        </span>
        <span className={styles.facts}>
          <span className={styles.kind} title={kind}>
            <KindIcon kind={item.assets_type} />
            <span className="ds-visually-hidden">{kind}</span>
          </span>
          <span className={styles.who} title={item.user_email}>
            {item.user_email}
          </span>
        </span>
        <span className={styles.facts}>
          <AuditStatus status={item.audit_status} />
          <span className={styles.when}>
            <Time at={item.favorited_at} />
          </span>
        </span>
      </Link>
    </li>
  );
};
