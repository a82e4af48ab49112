import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";

use([LineChart, BarChart, ScatterChart, CustomChart, GridComponent, TooltipComponent, LabelLayout, CanvasRenderer]);

export interface DrawnChart {
  update: (option: EChartsCoreOption) => void;
  remove: () => void;
}

/** The only import of ECharts; loaded when the first chart is shown. */
export const drawChart = (element: HTMLElement, option: EChartsCoreOption): DrawnChart => {
  const chart = init(element);
  chart.setOption(option);
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  return {
    update: (next) => chart.setOption(next, { notMerge: true }),
    remove: () => {
      observer.disconnect();
      chart.dispose();
    },
  };
};
