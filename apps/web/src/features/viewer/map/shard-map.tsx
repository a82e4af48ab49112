import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useThemeName } from "../../../ui/chart/use-theme-name.ts";
import type { MapColour } from "../use-viewer-url-state.ts";
import type { ShardColumns } from "./find-shard.ts";
import styles from "./map.module.css";
import { cellAt, layOutMap, type MapLayout, moveCell } from "./map-layout.ts";
import { themeColour } from "./mix-colours.ts";
import { paintMap } from "./paint-map.ts";
import { useShardWords } from "./use-shard-words.ts";

/** The width of an element, as it changes. */
const useWidthPx = (element: RefObject<HTMLElement | null>, usualPx: number): number => {
  const [widthPx, setWidthPx] = useState(usualPx);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const measure = (): void => setWidthPx(watched.clientWidth || usualPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, usualPx]);
  return widthPx;
};

interface ShardMapProps {
  columns: ShardColumns;
  colour: MapColour;
  /** The shard of the displayed sample. */
  current: number | undefined;
  onOpen: (shard: number) => void;
}

const USUAL_WIDTH_PX = 960;

const markStyle = ({ columns, stepPx, gapPx }: MapLayout, cell: number) => ({
  width: stepPx - gapPx + 4,
  height: stepPx - gapPx + 4,
  transform: `translate(${(cell % columns) * stepPx - 2}px, ${Math.floor(cell / columns) * stepPx - 2}px)`,
});

/** One cell per shard. Hover and arrow keys describe a shard; a click or Enter opens it. */
export const ShardMap = ({ columns, colour, current, onOpen }: ShardMapProps) => {
  const { t } = useTranslation();
  const theme = useThemeName();
  const describe = useShardWords();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<number>();
  const widthPx = useWidthPx(frame, USUAL_WIDTH_PX);
  const cells = columns.samples.length;
  const layout = useMemo(() => layOutMap(cells, widthPx), [cells, widthPx]);
  const currentCell = current === undefined ? undefined : current - columns.offset;
  const cell = pointed ?? currentCell ?? 0;

  useLayoutEffect(() => {
    const drawn = canvas.current;
    // Reading the theme here repaints on a theme change.
    if (drawn && theme) paintMap(drawn, { layout, columns, colour, themed: (name) => themeColour(drawn, name) });
  }, [layout, columns, colour, theme]);

  const pointAt = (event: MouseEvent<HTMLElement>): number | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return cellAt(layout, event.clientX - left, event.clientY - top);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const moved = moveCell(layout, cell, event.key);
    if (moved === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (moved === undefined) onOpen(columns.offset + cell);
    else setPointed(moved);
  };

  return (
    <div className={styles.map} ref={frame}>
      <div
        role="slider"
        tabIndex={0}
        className={styles.cells}
        aria-label={t("viewer.map.name")}
        aria-valuemin={columns.offset}
        aria-valuemax={columns.offset + cells - 1}
        aria-valuenow={columns.offset + cell}
        aria-valuetext={describe(columns, columns.offset + cell)}
        style={{ width: layout.widthPx, height: layout.heightPx }}
        onKeyDown={press}
        onBlur={() => setPointed(undefined)}
        onPointerMove={(event) => setPointed(pointAt(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => {
          const clicked = pointAt(event);
          if (clicked !== undefined) onOpen(columns.offset + clicked);
        }}
      >
        <canvas ref={canvas} className={styles.canvas} style={{ width: layout.widthPx, height: layout.heightPx }} />
        {currentCell !== undefined && currentCell >= 0 && currentCell < cells ? (
          <span className={styles.current} style={markStyle(layout, currentCell)} />
        ) : null}
        {pointed === undefined ? null : <span className={styles.pointed} style={markStyle(layout, pointed)} />}
      </div>
      <p className={`${styles.told} ds-number`} aria-hidden="true">
        {cells > 0 ? describe(columns, columns.offset + cell) : ""}
      </p>
    </div>
  );
};
