import { CloseOutlined } from "@ant-design/icons";
import type { DefectMark } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { preciseClock } from "../../../../shared/synced-player/player-timeline.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { useMarkWords } from "./mark-words.ts";
import styles from "./marks.module.css";

interface MarkListProps {
  marks: readonly DefectMark[];
  onShow: (mark: DefectMark) => void;
  onRemove: (mark: DefectMark) => void;
}

/** The marks in time order; a click seeks to the mark. */
export const MarkList = ({ marks, onShow, onRemove }: MarkListProps) => {
  const { t } = useTranslation();
  const wordsOf = useMarkWords();
  if (marks.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t("evaluations.marks.list")}>
      {marks
        .toSorted((one, other) => one.t - other.t)
        .map((mark) => (
          <li key={`${mark.slot} ${mark.t} ${mark.tag}`} className={styles.item}>
            <button type="button" className={styles.show} onClick={() => onShow(mark)}>
              <span className="ds-number">{preciseClock(mark.t)}</span> {wordsOf(mark)}
            </button>
            <IconButton
              size="small"
              name={t("evaluations.marks.remove", { words: wordsOf(mark) })}
              icon={<CloseOutlined />}
              onClick={() => onRemove(mark)}
            />
          </li>
        ))}
    </ul>
  );
};
