import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { WALL_PAGE } from "../content-address.ts";
import type { FavoriteWall } from "./use-favorite-wall.ts";
import styles from "./wall.module.css";

interface WallPagerProps {
  wall: FavoriteWall;
  onPage: (page: number) => void;
}

/** Shows the current range and pages through the list, whose total may be capped. */
export const WallPager = ({ wall, onPage }: WallPagerProps) => {
  const { t, i18n } = useTranslation();
  const { page, items, total = 0, isTotalExact, hasNext } = wall;
  const count = (value: number): string => formatCount(value, i18n.language);
  const before = (page - 1) * WALL_PAGE;
  const whole = `${count(total)}${isTotalExact ? "" : "+"}`;
  return (
    <nav className={styles.pager} aria-label={t("content.wall.pages")}>
      <span className="ds-number">
        {t("content.wall.range", { from: count(before + 1), to: count(before + items.length), total: whole })}
      </span>
      <IconButton
        name={t("ui.table.previousPage")}
        icon={<LeftOutlined aria-hidden="true" />}
        isDisabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        name={t("ui.table.nextPage")}
        icon={<RightOutlined aria-hidden="true" />}
        isDisabled={!hasNext}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
};
