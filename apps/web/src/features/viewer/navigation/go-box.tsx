import type { ViewerHeader } from "@dailies/contract";
import { Button, Input, type InputRef, Space } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../lib/api/failure-text.ts";
import { formatCount } from "../../../ui/format.ts";
import { firstSampleOf } from "../map/find-shard.ts";
import { isCounted, useFindSample } from "../viewer.queries.ts";
import styles from "./go.module.css";
import { readTarget, type Target } from "./read-target.ts";
import type { Walk } from "./use-walk.ts";

interface GoBoxProps {
  header: ViewerHeader;
  walk: Walk;
}

const DIGITS = /^\d{1,15}$/;

/** Other formats identify a sample by position only, or keep no key index. */
const hasKeys = ({ format }: ViewerHeader): boolean => format === "WebDataset";

/** Accepts an index, `shard:index` or a key, and reports if there is no such sample. */
export const GoBox = ({ header, walk }: GoBoxProps) => {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const find = useFindSample(header.handle);
  const box = useRef<InputRef>(null);

  const arrive = (index: number): void => {
    setTyped("");
    // Blur, so that the arrow keys navigate from the new sample.
    box.current?.blur();
    walk.goTo(index);
  };
  const keyProblem = (key: string): string => t("viewer.go.noKey", { key });
  const search = (what: string, problemOf = keyProblem): void =>
    find.mutate(what, {
      onSuccess: ({ index, is_complete }) => {
        if (index !== null) arrive(index);
        else setProblem(is_complete ? problemOf(what) : t("viewer.go.notFound", { key: what }));
      },
      onError: (error) => setProblem(failureText(error, t)),
    });
  const beyond = (): string =>
    t("viewer.go.beyond", { last: formatCount(Math.max(header.samples - 1, 0), i18n.language) });
  const goToIndex = (index: number): void => {
    if (index < header.samples) arrive(index);
    // It may be a key, or be in a shard that was counted since.
    else if (hasKeys(header)) search(`${index}`, (key) => `${keyProblem(key)} ${beyond()}`);
    else if (isCounted(header)) setProblem(beyond());
    else search(`${index}`, beyond);
  };
  const goToKey = (key: string): void => {
    if (hasKeys(header)) search(key);
    else if (DIGITS.test(key)) goToIndex(Number(key));
    else setProblem(t("viewer.go.keyless", { format: header.format }));
  };
  const goToShardIndex = (shard: number, index: number): void => {
    const { columns } = walk;
    const first = columns && firstSampleOf(columns, shard);
    const has = columns?.samples[shard - columns.offset] ?? 0;
    if (first !== undefined && index < has) arrive(first + index);
    else search(`${shard}:${index}`, (place) => t("viewer.go.noPlace", { place }));
  };
  const follow = (target: Target): void => {
    if (target.kind === "index") goToIndex(target.index);
    else if (target.kind === "key") goToKey(target.key);
    else goToShardIndex(target.shard, target.index);
  };
  const go = (): void => {
    setProblem(undefined);
    const target = readTarget(typed);
    if (target) follow(target);
  };

  return (
    <span className={styles.box}>
      <Space.Compact>
        <Input
          ref={box}
          className={styles.input}
          data-search-box=""
          aria-label={t("viewer.go.label")}
          aria-describedby="go-problem"
          placeholder={t("viewer.go.label")}
          value={typed}
          status={problem === undefined ? "" : "error"}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
          onPressEnter={go}
        />
        <Button loading={find.isPending} onClick={go}>
          {t("viewer.go.go")}
        </Button>
      </Space.Compact>
      <span id="go-problem" role="alert" className={styles.problem}>
        {problem}
      </span>
    </span>
  );
};
