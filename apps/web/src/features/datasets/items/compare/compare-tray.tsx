import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Poster } from "../../../../shared/dataset-pictures/poster.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { MAX_PICKED } from "../url-state/item-url-state.ts";
import styles from "./compare.module.css";
import { CompareWall } from "./compare-wall.tsx";
import { usePicks } from "./use-picks.ts";

/** The items picked for comparison, in a bar at the bottom; opens them as a synchronized wall. */
export const CompareTray = () => {
  const { t } = useTranslation();
  const { dataset, version, urlState } = useBrowser();
  const { ordinals, toggle, clear } = usePicks(urlState);
  const count = ordinals.length;
  if (count === 0) return null;
  return (
    <section className={styles.tray} aria-label={t("datasetItems.compare.tray")}>
      <ul className={styles.picked}>
        {ordinals.map((ordinal) => (
          <li key={ordinal} className={styles.pick}>
            <Poster className={styles.thumb} picture={{ id: dataset.id, version, ordinal }} />
            <button
              type="button"
              className={styles.drop}
              aria-label={t("datasetItems.compare.drop", { number: ordinal })}
              onClick={() => toggle(ordinal)}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <span className={styles.words} aria-live="polite">
        {t("datasetItems.compare.picked", { count, max: MAX_PICKED })}
      </span>
      <Button type="primary" disabled={count < 2} onClick={() => urlState.set({ wall: "open" })}>
        {t("datasetItems.compare.open", { count })}
      </Button>
      <Button onClick={clear}>{t("datasetItems.compare.clear")}</Button>
      {urlState.values.wall === "open" && count > 1 ? (
        <CompareWall ordinals={ordinals} onClose={() => urlState.set({ wall: undefined })} />
      ) : null}
    </section>
  );
};
