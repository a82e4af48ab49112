import type { DeliveryWarning, PerformerTaskItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatMicros, formatSeconds } from "../../../shared/money.ts";
import { formatDecimal, formatDuration } from "../../../ui/format.ts";
import { latencyMs } from "./call.rules.ts";

interface CallFacts {
  /** "8.2 s" */
  latency: string | undefined;
  cost: string | undefined;
  /** The delivered clip: "4 s · 640×360 · 24 fps" */
  delivered: string | undefined;
  /** "Length: asked 5 s, got 4.04 s" */
  warning: (warning: DeliveryWarning) => string;
}

/** Localized summary texts of a job. */
export const useCallFacts = (call: PerformerTaskItem): CallFacts => {
  const { t, i18n } = useTranslation();
  const latency = latencyMs(call);
  const probe = call.outputs[0]?.probe;
  const parts: string[] = [];
  if (typeof probe?.duration === "number") parts.push(formatSeconds(probe.duration, i18n.language));
  if (probe?.width && probe.height) parts.push(`${probe.width}×${probe.height}`);
  if (probe?.fps) parts.push(`${formatDecimal(probe.fps, Number.isInteger(probe.fps) ? 0 : 2, i18n.language)} fps`);
  return {
    latency: latency === undefined || call.status !== "Succeeded" ? undefined : formatDuration(latency),
    cost: call.cost ? formatMicros(call.cost.amount_micros, call.cost.currency, i18n.language) : undefined,
    delivered: parts.length > 0 ? parts.join(" · ") : undefined,
    warning: ({ field, asked, got }) =>
      t("performers.warning", { field: t(`performers.delivered.${field}`), asked, got }),
  };
};
