import { DownOutlined } from "@ant-design/icons";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusIn } from "../../answer-form/answer-keys.ts";
import styles from "./leased-work.module.css";

/** A question counts as hidden when more of it than its padding is below the edge. */
const CUT_PX = 16;

/** By the edge of both parts: the line that tells about them takes its room from the part that scrolls. */
const hiddenBelow = (panel: Element): Element[] => {
  const edge = (panel.parentElement ?? panel).getBoundingClientRect().bottom;
  return [...panel.querySelectorAll("[data-question]")].filter(
    (question) => question.getBoundingClientRect().bottom - edge > CUT_PX,
  );
};

/** Measured when the panel scrolls or its size or that of its content changes, not with each render. */
const useHiddenBelow = (panel: RefObject<HTMLElement | null>): number => {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const box = panel.current;
    if (!box) return undefined;
    const measure = (): void => setHidden(hiddenBelow(box).length);
    measure();
    box.addEventListener("scroll", measure, { passive: true });
    const resized = box.clientHeight > 0 ? new ResizeObserver(measure) : undefined;
    for (const element of [box, box.firstElementChild]) if (element) resized?.observe(element);
    return () => {
      box.removeEventListener("scroll", measure);
      resized?.disconnect();
    };
  }, [panel]);
  return hidden;
};

/** Questions that scroll. At the lower edge it says how many are below, and leads to them. */
export const QuestionPanel = ({ className, children }: { className: string | undefined; children: ReactNode }) => {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const hidden = useHiddenBelow(panel);
  return (
    <div className={styles.questions}>
      <div ref={panel} className={className}>
        <div>{children}</div>
      </div>
      {hidden === 0 ? null : (
        <button
          type="button"
          className={styles.more}
          // The keyboard reaches the questions themselves.
          tabIndex={-1}
          onClick={() => panel.current && focusIn(hiddenBelow(panel.current)[0])}
        >
          <DownOutlined aria-hidden="true" /> {t("leasedWork.more", { count: hidden })}
        </button>
      )}
    </div>
  );
};
