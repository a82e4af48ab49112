import { DEFECT_TAGS, type DefectMark } from "@dailies/contract";
import { Button, Input, Modal, Segmented } from "antd";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { preciseClock } from "../../../../shared/synced-player/player-timeline.tsx";
import type { Slot } from "../state/judgement.rules.ts";
import styles from "./marks.module.css";

interface MarkDialogProps {
  slots: readonly Slot[];
  start: DefectMark;
  onSave: (mark: DefectMark) => void;
  onClose: () => void;
}

const NOTE_MAX = 500;

/** 1…9 and 0 choose the kind, a and b the clip; Enter saves the mark. */
const changeBy = (key: string, slots: readonly Slot[]): Partial<DefectMark> | undefined => {
  const place = /^\d$/.test(key) ? (Number(key) + 9) % 10 : -1;
  const tag = DEFECT_TAGS[place];
  if (tag) return { tag };
  const slot = slots.find((each) => each === key.toUpperCase());
  return slot ? { slot } : undefined;
};

export const MarkDialog = ({ slots, start, onSave, onClose }: MarkDialogProps) => {
  const { t } = useTranslation();
  const noteId = useId();
  const [mark, setMark] = useState(start);
  const change = (patch: Partial<DefectMark>): void => setMark((before) => ({ ...before, ...patch }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const isNote = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onSave(mark);
    }
    const patch = isNote || event.ctrlKey || event.metaKey || event.altKey ? undefined : changeBy(event.key, slots);
    if (!patch) return;
    event.preventDefault();
    change(patch);
  };
  return (
    <Modal
      open
      title={t("evaluations.marks.title", { time: preciseClock(start.t) })}
      okText={t("evaluations.marks.save")}
      cancelText={t("ui.cancel")}
      closable={{ "aria-label": t("ui.close") }}
      width={520}
      onOk={() => onSave(mark)}
      onCancel={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the key events of the fields inside it. */}
      <div className={styles.form} onKeyDown={onKeyDown}>
        {slots.length > 1 ? <SlotChoice slots={slots} slot={mark.slot} onChange={(slot) => change({ slot })} /> : null}
        <TagChoice tag={mark.tag} onChange={(tag) => change({ tag })} />
        <div className={styles.note}>
          <label htmlFor={noteId}>{t("evaluations.marks.note")}</label>
          <Input
            id={noteId}
            value={mark.note}
            maxLength={NOTE_MAX}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
        <p className={styles.hint}>{t("evaluations.marks.keys")}</p>
      </div>
    </Modal>
  );
};

interface SlotChoiceProps {
  slots: readonly Slot[];
  slot: Slot;
  onChange: (slot: Slot) => void;
}

const SlotChoice = ({ slots, slot, onChange }: SlotChoiceProps) => {
  const { t } = useTranslation();
  return (
    <Segmented
      aria-label={t("evaluations.marks.slot")}
      value={slot}
      options={slots.map((value) => ({ value, label: t("evaluations.marks.clip", { slot: value }) }))}
      onChange={onChange}
    />
  );
};

interface TagChoiceProps {
  tag: DefectMark["tag"];
  onChange: (tag: DefectMark["tag"]) => void;
}

const TagChoice = ({ tag, onChange }: TagChoiceProps) => {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.tags}>
      <legend>{t("evaluations.marks.tag")}</legend>
      {DEFECT_TAGS.map((each, place) => (
        <Button
          key={each}
          size="small"
          type={each === tag ? "primary" : "default"}
          aria-pressed={each === tag}
          // Focus the kind first; its keys work from there.
          autoFocus={place === 0}
          onClick={() => onChange(each)}
        >
          {`${(place + 1) % 10} · ${t(`evaluations.marks.tags.${each}`)}`}
        </Button>
      ))}
    </fieldset>
  );
};
