import { AppstoreOutlined, CheckSquareOutlined, FunnelPlotOutlined } from "@ant-design/icons";
import type { TaskKind } from "@dailies/contract";
import type { ReactNode } from "react";

const MARKS: Record<TaskKind, ReactNode> = {
  Benchmark: <AppstoreOutlined aria-hidden="true" />,
  DataProcessing: <FunnelPlotOutlined aria-hidden="true" />,
  Evaluation: <CheckSquareOutlined aria-hidden="true" />,
};

export const kindMark = (kind: TaskKind): ReactNode => MARKS[kind];
