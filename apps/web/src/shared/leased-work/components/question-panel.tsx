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

const useHiddenBelow = (panel: RefObject<HTMLElement | null>): number => {
  const [hidden, setHidden] = useState(0);
  const measure = useRef((): void => {
    if (panel.current) setHidden(hiddenBelow(panel.current).length);
  });
  // After each change of the answers as well: errors and notes make the form longer.
  useEffect(() => measure.current());
  useEffect(() => {
    const box = panel.current;
    const again = measure.current;
    box?.addEventListener("scroll", again, { passive: true });
    // Opened descriptions; the event does not bubble.
    box?.addEventListener("toggle", again, true);
    window.addEventListener("resize", again);
    return () => {
      box?.removeEventListener("scroll", again);
      box?.removeEventListener("toggle", again, true);
      window.removeEventListener("resize", again);
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
        {children}
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
