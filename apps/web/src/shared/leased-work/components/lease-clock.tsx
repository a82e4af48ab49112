import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { useNowEachSecond } from "../../../ui/use-now.ts";
import { type LeasedItem, type LeaseQueue, leaseLeftMs } from "../state/lease-queue.ts";
import styles from "./leased-work.module.css";

const WARN_MS = 60_000;

/** 190 000 → "3:10" */
export const minutesClock = (leftMs: number): string => {
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

interface LeaseClockProps<Item extends LeasedItem, Progress> {
  item: Item;
  queue: LeaseQueue<Item, Progress>;
}

/** The remaining lease time; unobtrusive until it runs low. */
export const LeaseClock = <Item extends LeasedItem, Progress>({ item, queue }: LeaseClockProps<Item, Progress>) => {
  const { t } = useTranslation();
  const leftMs = leaseLeftMs(item, queue, useNowEachSecond());
  if (leftMs > WARN_MS) {
    return (
      <span className={`${styles.lease} ds-number`} title={t("leasedWork.lease.about")}>
        {t("leasedWork.lease.left", { time: minutesClock(leftMs) })}
      </span>
    );
  }
  return (
    <span role="alert" className="ds-number">
      <StatusTag tone="warning">{t("leasedWork.lease.ends", { time: minutesClock(leftMs) })}</StatusTag>
    </span>
  );
};
