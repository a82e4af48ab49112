import { CHOICES, type LabelField, type LabelSegment, type LabelValue, type LabelValues } from "@dailies/contract";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { WordDiff } from "../../../shared/word-diff/word-diff-text.tsx";
import { isEdited, ownValue } from "../form/label-form.rules.ts";
import { classColour } from "../segments/segment-timeline.tsx";
import { isSegments, secondsText } from "../segments/segments.rules.ts";
import styles from "./history.module.css";

interface FieldDiffsProps {
  fields: readonly LabelField[];
  /** The revision before, or what was prefilled. */
  before: LabelValues;
  after: LabelValues;
  durationUs: number | null;
  /** The keys of the two clips that were compared. */
  clips?: PairKeys;
}

type PairKeys = readonly [string, string] | undefined;

/** Each field of a label, with what changed in it. */
export const FieldDiffs = ({ fields, before, after, durationUs, clips }: FieldDiffsProps) => (
  <dl className={styles.fields}>
    {fields
      .map((field) => ({ field, from: ownValue(before, field.key), to: ownValue(after, field.key) }))
      .filter(({ from, to }) => from !== null || to !== null)
      .map(({ field, from, to }) => (
        <div key={field.key} data-changed={isEdited(to, from) || undefined}>
          <dt>{field.name}</dt>
          <dd>
            <ValueDiff field={field} from={from} to={to} durationUs={durationUs} clips={clips} />
          </dd>
        </div>
      ))}
  </dl>
);

interface ValueDiffProps {
  field: LabelField;
  from: LabelValue | null;
  to: LabelValue | null;
  durationUs: number | null;
  clips?: PairKeys;
}

const isText = ({ input }: LabelField): boolean =>
  input.kind === "caption" || (input.kind === "field" && input.field.type === "text" && !input.field.options);

/** One value; with another one before it, what changed. */
export const ValueDiff = ({ field, from, to, durationUs, clips }: ValueDiffProps) => {
  const { t } = useTranslation();
  if (field.input.kind === "segments")
    return (
      <SegmentBars
        classes={field.input.classes}
        before={isSegments(from) ? from : []}
        after={isSegments(to) ? to : []}
        durationUs={durationUs}
      />
    );
  const textOf = (value: LabelValue | null): string =>
    field.input.kind === "pairwise" ? choiceText(value, clips, t) : valueText(value, t);
  if (from === null || !isEdited(to, from)) return textOf(to);
  if (isText(field) && typeof from === "string" && typeof to === "string") return <WordDiff before={from} after={to} />;
  return (
    <>
      <del>{textOf(from)}</del> → <ins>{textOf(to)}</ins>
    </>
  );
};

/** Names the better clip by its key, because its letter in the hands of a labeller is that of its side. */
const choiceText = (value: LabelValue | null, clips: PairKeys, t: TFunction): string => {
  const choice = CHOICES.find((each) => each === value);
  if (choice === undefined) return valueText(value, t);
  const clip = clips?.[CHOICES.indexOf(choice)];
  return clip === undefined ? t(`leasedWork.choice.${choice}`) : t("labelling.pairs.better", { clip });
};

const valueText = (value: LabelValue | null, t: TFunction): string => {
  if (value === null) return t("labelling.history.noValue");
  if (typeof value === "boolean") return t(value ? "ui.field.yes" : "ui.field.no");
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, each]) => `${key}: ${String(each)}`)
      .join(", ");
  return String(value);
};

interface SegmentBarsProps {
  classes: readonly string[];
  before: readonly LabelSegment[];
  after: readonly LabelSegment[];
  durationUs: number | null;
}

/** The segments before and after, on one scale. */
const SegmentBars = ({ classes, before, after, durationUs }: SegmentBarsProps) => {
  const { t } = useTranslation();
  const endUs = durationUs ?? Math.max(1, ...[...before, ...after].map(({ end_us }) => end_us));
  const isChanged = isEdited([...after], [...before]);
  return (
    <div className={styles.bars}>
      {isChanged && before.length > 0 ? (
        <Bars name={t("labelling.history.before")} classes={classes} segments={before} endUs={endUs} />
      ) : null}
      <Bars name={t("labelling.history.after")} classes={classes} segments={after} endUs={endUs} />
      <ul className={styles.segmentList}>
        {after.map(({ start_us, end_us, class: name, start_frame, end_frame }) => (
          <li key={`${start_us}-${end_us}-${name}`} className="ds-number">
            {`${secondsText(start_us)}–${secondsText(end_us)} s · ${name}`}
            {start_frame === null || end_frame === null
              ? ""
              : ` · ${t("labelling.segments.frames", { from: start_frame, to: end_frame })}`}
          </li>
        ))}
      </ul>
    </div>
  );
};

interface BarsProps {
  name: string;
  classes: readonly string[];
  segments: readonly LabelSegment[];
  endUs: number;
}

const Bars = ({ name, classes, segments, endUs }: BarsProps) => (
  <div className={styles.barsRow} role="img" aria-label={`${name}: ${segments.length}`}>
    {segments.map(({ start_us, end_us, class: kind }) => (
      <span
        key={`${start_us}-${end_us}-${kind}`}
        className={styles.barsBar}
        title={`${kind} ${secondsText(start_us)}–${secondsText(end_us)} s`}
        style={{
          left: `${(start_us / endUs) * 100}%`,
          width: `${((end_us - start_us) / endUs) * 100}%`,
          background: classColour(classes, kind),
        }}
      />
    ))}
  </div>
);
