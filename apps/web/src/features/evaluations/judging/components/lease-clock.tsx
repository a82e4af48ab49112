import type { EvaluationItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../../ui/feedback/status-tag.tsx";
import { useNowEachSecond } from "../../../../ui/use-now.ts";
import styles from "../judging.module.css";
import { type LeaseQueue, leaseLeftMs } from "../state/lease-queue.ts";

const WARN_MS = 60_000;

const clock = (leftMs: number): string => {
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The remaining lease time; unobtrusive until it runs low. */
export const LeaseClock = ({ item, queue }: { item: EvaluationItem; queue: LeaseQueue }) => {
  const { t } = useTranslation();
  const leftMs = leaseLeftMs(item, queue, useNowEachSecond());
  if (leftMs > WARN_MS) {
    return (
      <span className={`${styles.lease} ds-number`} title={t("evaluations.lease.about")}>
        {t("evaluations.lease.left", { time: clock(leftMs) })}
      </span>
    );
  }
  return (
    <span role="alert" className="ds-number">
      <StatusTag tone="warning">{t("evaluations.lease.ends", { time: clock(leftMs) })}</StatusTag>
    </span>
  );
};
