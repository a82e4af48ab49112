import { CopyOutlined } from "@ant-design/icons";
import { type AttemptItem, type FieldValue, formatFieldValue, type InputValues } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { formatExact } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { Fact } from "./attempt-facts.tsx";
import styles from "./panel.module.css";

interface ParamChange {
  key: string;
  /** Absent if the parameter was not given on that side. */
  before: string | undefined;
  after: string | undefined;
}

const written = (value: FieldValue | undefined): string | undefined =>
  value === undefined ? undefined : formatFieldValue(value);

/** The parameters that differ between two attempts, by key. */
export const diffParams = (before: InputValues, after: InputValues): ParamChange[] => {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys]
    .sort()
    .map((key) => ({ key, before: written(before[key]), after: written(after[key]) }))
    .filter((change) => change.before !== change.after);
};

interface AttemptDetailsProps {
  attempt: AttemptItem;
  previous: AttemptItem | undefined;
}

/** Parameters, log and raw request of an attempt. */
export const AttemptDetails = ({ attempt, previous }: AttemptDetailsProps) => {
  const { t } = useTranslation();
  return (
    <>
      {previous ? <Changes attempt={attempt} previous={previous} /> : null}
      <details className={styles.fold}>
        <summary>{t("benchmarks.panel.params")}</summary>
        <dl className={styles.facts}>
          {Object.entries(attempt.resolved_input).map(([key, value]) => (
            <Fact key={key} label={key}>
              <span className={styles.value}>{shortValue(value)}</span>
            </Fact>
          ))}
        </dl>
      </details>
      <details className={styles.fold}>
        <summary>{t("benchmarks.panel.log")}</summary>
        <Log lines={attempt.log} />
      </details>
      <dl className={styles.facts}>
        {attempt.external_id ? (
          <Fact label={t("benchmarks.panel.externalId")}>
            <Mono
              value={attempt.external_id}
              shownCharacters={18}
              copyAs={t("benchmarks.panel.externalId").toLowerCase()}
            />
          </Fact>
        ) : null}
        <Fact label={t("benchmarks.panel.requestHash")}>
          <Mono
            value={attempt.request_hash}
            shownCharacters={12}
            copyAs={t("benchmarks.panel.requestHash").toLowerCase()}
          />
        </Fact>
        {attempt.output_sha256 ? (
          <Fact label={t("benchmarks.panel.output")}>
            <Mono value={attempt.output_sha256} shownCharacters={12} copyAs={t("benchmarks.panel.output")} />
          </Fact>
        ) : null}
      </dl>
      <CopyCurl curl={attempt.curl} />
    </>
  );
};

/** Includes the seed, which is stored separately and is the parameter that differs most often. */
const sentBy = ({ resolved_input, seed_requested }: AttemptItem): InputValues =>
  seed_requested === null ? resolved_input : { ...resolved_input, seed: seed_requested };

const Changes = ({ attempt, previous }: { attempt: AttemptItem; previous: AttemptItem }) => {
  const { t } = useTranslation();
  const changes = diffParams(sentBy(previous), sentBy(attempt));
  if (changes.length === 0) {
    return <p className={styles.quiet}>{t("benchmarks.panel.paramsSame", { n: previous.n })}</p>;
  }
  return (
    <section aria-label={t("benchmarks.panel.paramsSince", { n: previous.n })}>
      <h4 className={styles.small}>{t("benchmarks.panel.paramsSince", { n: previous.n })}</h4>
      <ul className={styles.changes}>
        {changes.map(({ key, before, after }) => (
          <li key={key}>
            <span className={styles.changeKey}>{key}</span>
            <del className={styles.before}>{before ?? t("benchmarks.panel.added")}</del>
            <span aria-hidden="true">→</span>
            <ins className={styles.after}>{after ?? t("benchmarks.panel.removed")}</ins>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Log = ({ lines }: { lines: AttemptItem["log"] }) => {
  const { t, i18n } = useTranslation();
  if (lines.length === 0) return <p className={styles.quiet}>{t("benchmarks.panel.noLog")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <ol className={styles.log} tabIndex={0} aria-label={t("benchmarks.panel.log")}>
      {lines.map(({ at, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: log lines are identified by their index.
        <li key={place}>
          <time dateTime={at} title={formatExact(new Date(at), i18n.language)}>
            {at.slice(11, 19)}
          </time>{" "}
          {text}
        </li>
      ))}
    </ol>
  );
};

const CURL_WORDS = { idle: "curl", copied: "curlCopied", failed: "curlFailed" } as const;

const CopyCurl = ({ curl }: { curl: string }) => {
  const { t } = useTranslation();
  const { state, copy } = useCopy(curl);
  return (
    <Button size="small" className={styles.curl} icon={<CopyOutlined aria-hidden="true" />} onClick={copy}>
      {t(`benchmarks.panel.${CURL_WORDS[state]}`)}
    </Button>
  );
};
