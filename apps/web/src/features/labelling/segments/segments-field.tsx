import { DeleteOutlined } from "@ant-design/icons";
import type { LabelSegment } from "@dailies/contract";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import { OwnKeyCap } from "../keys/own-key-cap.tsx";
import { classColour } from "./segment-timeline.tsx";
import styles from "./segments.module.css";
import { parseSeconds, secondsText } from "./segments.rules.ts";
import type { SegmentEditor } from "./use-segment-editors.ts";

const MAX_DIGIT = 9;

interface SegmentsFieldProps {
  editor: SegmentEditor;
  /** Without a player, segments can only be listed. */
  hasPlayer: boolean;
  isAnswered: boolean;
}

/** The classes, and the list of segments with their times. */
export const SegmentsField = ({ editor, hasPlayer, isAnswered }: SegmentsFieldProps) => {
  const { t } = useTranslation();
  const { segments, pending } = editor;
  return (
    <>
      <ClassRow editor={editor} />
      {hasPlayer ? (
        <div className={styles.acts}>
          <Button size="small" onClick={editor.begin}>
            {t("labelling.segments.begin")} <OwnKeyCap act="begin" />
          </Button>
          <Button size="small" disabled={!pending && editor.selected === undefined} onClick={editor.end}>
            {t(pending ? "labelling.segments.end" : "labelling.segments.moveEnd")} <OwnKeyCap act="end" />
          </Button>
          {pending ? (
            <Button size="small" type="text" onClick={editor.cancel}>
              {t("labelling.segments.cancel")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {segments.length > 0 ? (
        <ul className={styles.list}>
          {segments.map((segment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an edited segment changes everything but its place.
            <SegmentRow key={index} segment={segment} index={index} editor={editor} />
          ))}
        </ul>
      ) : (
        <NoSegments editor={editor} isAnswered={isAnswered} />
      )}
    </>
  );
};

const NoSegments = ({ editor, isAnswered }: Pick<SegmentsFieldProps, "editor" | "isAnswered">) => {
  const { t } = useTranslation();
  return (
    <div className={styles.acts}>
      <p className={styles.quiet}>{t(isAnswered ? "labelling.segments.none" : "labelling.segments.empty")}</p>
      {isAnswered ? null : (
        <Button size="small" onClick={editor.setNone}>
          {t("labelling.segments.setNone")}
        </Button>
      )}
    </div>
  );
};

const ClassRow = ({ editor }: { editor: SegmentEditor }) => {
  const { t } = useTranslation();
  const { classes, segments, selected, nextClass } = editor;
  const current = (selected === undefined ? undefined : segments[selected]?.class) ?? nextClass;
  return (
    <fieldset className={styles.classes} aria-label={t("labelling.segments.classes")}>
      {classes.map((name, place) => (
        <button
          key={name}
          type="button"
          className={styles.class}
          aria-pressed={name === current}
          onClick={() => editor.setClass(name)}
        >
          <span className={styles.swatch} style={{ background: classColour(classes, name) }} aria-hidden="true" />
          {place < MAX_DIGIT ? (
            <span className={styles.digit} aria-hidden="true">
              {place + 1}
            </span>
          ) : null}
          {name}
        </button>
      ))}
    </fieldset>
  );
};

interface SegmentRowProps {
  segment: LabelSegment;
  index: number;
  editor: SegmentEditor;
}

const SegmentRow = ({ segment, index, editor }: SegmentRowProps) => {
  const { t } = useTranslation();
  const { start_us, end_us, start_frame, end_frame } = segment;
  const about = { name: segment.class, number: index + 1 };
  const frames =
    start_frame === null || end_frame === null
      ? t("labelling.segments.noFrames")
      : t("labelling.segments.frames", { from: start_frame, to: end_frame });
  return (
    <li className={styles.row} data-selected={index === editor.selected || undefined}>
      <Select<string>
        size="small"
        aria-label={t("labelling.segments.classOf", about)}
        value={segment.class}
        options={editor.classes.map((name) => ({ value: name, label: name }))}
        onChange={(name) => editor.setClass(name, index)}
      />
      <TimeInput
        label={t("labelling.segments.startOf", about)}
        timeUs={start_us}
        onChange={(timeUs) => editor.typeStart(index, timeUs)}
      />
      <TimeInput
        label={t("labelling.segments.endOf", about)}
        timeUs={end_us}
        onChange={(timeUs) => editor.typeEnd(index, timeUs)}
      />
      <IconButton
        size="small"
        name={t("labelling.segments.remove", about)}
        icon={<DeleteOutlined aria-hidden="true" />}
        onClick={() => editor.remove(index)}
      />
      <button
        type="button"
        className={`${styles.frames} ds-number`}
        onClick={() => {
          editor.select(index);
          editor.show(start_us);
        }}
      >
        {`${t("labelling.segments.length", { time: secondsText(end_us - start_us) })} · ${frames}`}
      </button>
    </li>
  );
};

interface TimeInputProps {
  label: string;
  timeUs: number;
  onChange: (timeUs: number) => void;
}

/** Seconds; applied when the field is left, and put back if it is not a time. */
const TimeInput = ({ label, timeUs, onChange }: TimeInputProps) => {
  const [typed, setTyped] = useState<string>();
  const apply = (): void => {
    const parsed = typed === undefined ? undefined : parseSeconds(typed);
    if (parsed !== undefined) onChange(parsed);
    setTyped(undefined);
  };
  return (
    <Input
      size="small"
      className="ds-number"
      aria-label={label}
      inputMode="decimal"
      suffix="s"
      value={typed ?? secondsText(timeUs)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onPressEnter={(event) => {
        // Enter applies the time here; only elsewhere it submits the label.
        event.preventDefault();
        apply();
      }}
    />
  );
};
