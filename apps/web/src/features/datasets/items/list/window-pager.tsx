import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import styles from "./list.module.css";
import { lastWindowStart, WINDOW_ITEMS, windowStart } from "./windows.ts";

interface WindowPagerProps {
  at: number;
  total: number;
  onJump: (at: number) => void;
}

/** Shows which window of a long list is displayed, and jumps to any item by number. */
export const WindowPager = ({ at, total, onJump }: WindowPagerProps) => {
  const { t, i18n } = useTranslation();
  const start = windowStart(at);
  const count = (value: number): string => formatCount(value, i18n.language);
  if (total <= WINDOW_ITEMS) return null;
  return (
    <nav className={styles.pager} aria-label={t("datasetItems.pager.name")}>
      <span className="ds-number">
        {t("ui.table.range", {
          from: count(start + 1),
          to: count(Math.min(total, start + WINDOW_ITEMS)),
          total: count(total),
        })}
      </span>
      <GoTo total={total} onJump={onJump} />
      <IconButton
        size="small"
        name={t("datasetItems.pager.before")}
        icon={<LeftOutlined aria-hidden="true" />}
        isDisabled={start === 0}
        onClick={() => onJump(start - WINDOW_ITEMS)}
      />
      <IconButton
        size="small"
        name={t("datasetItems.pager.after")}
        icon={<RightOutlined aria-hidden="true" />}
        isDisabled={start >= lastWindowStart(total)}
        onClick={() => onJump(start + WINDOW_ITEMS)}
      />
    </nav>
  );
};

const GoTo = ({ total, onJump }: Omit<WindowPagerProps, "at">) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const place = Number(typed.replaceAll(/[\s,]/g, ""));
    if (Number.isInteger(place) && place >= 1) onJump(Math.min(total, place) - 1);
  };
  return (
    <form className={styles.goTo} onSubmit={go}>
      <label htmlFor={id}>{t("datasetItems.pager.goTo")}</label>
      <input id={id} inputMode="numeric" value={typed} onChange={({ target }) => setTyped(target.value)} />
    </form>
  );
};
