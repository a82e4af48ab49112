import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../feedback/skeleton.tsx";
import { chartOption } from "./chart-option.ts";
import type { DrawnChart } from "./chart-runtime.ts";
import type { ChartData } from "./types.ts";
import { useThemeName } from "./use-theme-name.ts";

interface ChartCanvasProps {
  title: string;
  data: ChartData;
  heightPx: number;
  onFailed: (error: unknown) => void;
}

const readLook = (element: HTMLElement, locale: string) => {
  const style = getComputedStyle(element);
  return {
    paint: (name: string) => style.getPropertyValue(`--ds-${name}`).trim(),
    fontFamily: style.fontFamily,
    locale,
  };
};

export const ChartCanvas = ({ title, data, heightPx, onFailed }: ChartCanvasProps) => {
  const { t, i18n } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart>(undefined);
  const [isReady, setIsReady] = useState(false);
  const themeName = useThemeName();

  useEffect(() => {
    let isGone = false;
    const start = async (): Promise<void> => {
      const { drawChart } = await import("./chart-runtime.ts");
      if (isGone || !element.current) return;
      drawn.current = drawChart(element.current, {});
      setIsReady(true);
    };
    start().catch(onFailed);
    return () => {
      isGone = true;
      drawn.current?.remove();
      drawn.current = undefined;
    };
  }, [onFailed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme changes the colours read from the document.
  useEffect(() => {
    if (isReady && element.current) drawn.current?.update(chartOption(data, readLook(element.current, i18n.language)));
  }, [isReady, data, themeName, i18n.language]);

  return (
    <div className="ds-chart-place" style={{ height: heightPx }}>
      {isReady ? null : <Skeleton rows={6} />}
      <div
        ref={element}
        role="img"
        aria-label={t("ui.chart.spoken", { title, count: data.series.length })}
        className="ds-chart-canvas"
      />
    </div>
  );
};
