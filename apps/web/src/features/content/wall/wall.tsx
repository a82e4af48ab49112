import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { renewIfOld } from "../media/renewal.ts";
import { Tile } from "./tile.tsx";
import type { FavoriteWall } from "./use-favorite-wall.ts";
import { useTileWalk } from "./use-tile-walk.ts";
import styles from "./wall.module.css";

interface WallProps {
  wall: FavoriteWall;
  openId: string | undefined;
}

/** A page of favourites as posters, with one tab stop and arrow key navigation. */
export const Wall = ({ wall, openId }: WallProps) => {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const { active, ...handlers } = useTileWalk(list);
  useFocusAfter(list, openId);
  const stop = Math.min(active, wall.items.length - 1);
  return (
    <ul ref={list} className={styles.wall} aria-label={t("content.wall.name")} aria-busy={wall.isTurning} {...handlers}>
      {wall.items.map((item, index) => (
        <Tile
          key={item.id}
          item={item}
          isStop={index === stop}
          isOpen={item.id === openId}
          onFault={() => renewIfOld(wall.renewal)}
        />
      ))}
    </ul>
  );
};

/** Closing the lightbox focuses the tile that was viewed last, not the one that opened it. */
const useFocusAfter = (list: RefObject<HTMLElement | null>, openId: string | undefined): void => {
  const last = useRef(openId);
  useEffect(() => {
    const closed = openId === undefined ? last.current : undefined;
    last.current = openId;
    if (closed === undefined) return;
    const tile =
      list.current?.querySelector<HTMLElement>(`[data-tile-link="${CSS.escape(closed)}"]`) ??
      list.current?.querySelector<HTMLElement>("[data-tile-link]");
    tile?.focus();
  }, [list, openId]);
};
