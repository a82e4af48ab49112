import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useThemeName } from "../../../ui/chart/use-theme-name.ts";
import { mixColours, themeColour } from "../map/mix-colours.ts";
import styles from "./sample.module.css";

const CELL_PX = 5;

/** The values of an array as a heat map, scaled from minimum to maximum. */
export const HeatMap = ({ name, preview }: { name: string; preview: readonly (readonly number[])[] }) => {
  const { t } = useTranslation();
  const theme = useThemeName();
  const canvas = useRef<HTMLCanvasElement>(null);
  const rows = preview.length;
  const columns = Math.max(0, ...preview.map((row) => row.length));
  useLayoutEffect(() => {
    const drawn = canvas.current;
    const pen = drawn?.getContext("2d");
    if (!drawn || !pen || !theme) return;
    const [low, high] = [themeColour(drawn, "accent-tint"), themeColour(drawn, "accent")];
    for (const [y, row] of preview.entries())
      for (const [x, value] of row.entries()) {
        pen.fillStyle = mixColours(low, high, value);
        pen.fillRect(x * CELL_PX, y * CELL_PX, CELL_PX, CELL_PX);
      }
  }, [preview, theme]);
  if (rows === 0 || columns === 0) return null;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t("viewer.array.picture", { name })}
      className={styles.heat}
      width={columns * CELL_PX}
      height={rows * CELL_PX}
    />
  );
};
