import type { EvaluationItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { WatchState } from "../clips/watch-state.tsx";
import styles from "../judging.module.css";
import { scaleOf, withChoice, withStrength } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import { ChoiceRow } from "./choice-row.tsx";
import type { BenchState } from "./use-bench.ts";
import { submitOrShow } from "./use-bench-keys.ts";

interface ActionBarProps {
  judging: Judging;
  item: EvaluationItem;
  bench: BenchState;
}

const modifier = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl");

/** The answer and its way out; always in sight. */
export const ActionBar = ({ judging, item, bench }: ActionBarProps) => {
  const { drafts, missing, areFaultsShown, book } = judging;
  const states = Object.values(bench.player?.snapshot.states ?? {});
  return (
    <footer className={styles.actions}>
      <ChoiceRow
        scale={scaleOf(item)}
        draft={drafts.draft}
        isMissing={areFaultsShown && missing?.isChoiceMissing === true}
        onChoice={(choice) => drafts.change((draft) => withChoice(item, draft, choice))}
        onStrength={(strength) => drafts.change((draft) => withStrength(item, draft, strength))}
      />
      <div className={styles.out}>
        {states.includes("failed") || states.includes("lost") ? <CannotPlay bench={bench} /> : null}
        <WatchState item={item} book={book} isAsked={areFaultsShown} />
        <OutButtons judging={judging} bench={bench} />
      </div>
    </footer>
  );
};

const OutButtons = ({ judging, bench }: { judging: Judging; bench: BenchState }) => {
  const { t } = useTranslation();
  return (
    <>
      <Button onClick={() => bench.openSkip()}>
        {t("evaluations.skip.button")} <kbd className={styles.cap}>S</kbd>
      </Button>
      <Button
        type="primary"
        disabled={(judging.missing?.unwatched.length ?? 1) > 0}
        onClick={() => submitOrShow(judging, bench)}
      >
        {t("evaluations.submit")} <kbd className={styles.capOn}>{modifier()} ↵</kbd>
      </Button>
    </>
  );
};

/** A clip that cannot be watched cannot be judged either. */
const CannotPlay = ({ bench }: { bench: BenchState }) => {
  const { t } = useTranslation();
  return (
    <span role="alert" className={styles.cannotPlay}>
      {t("evaluations.cannotPlay")}
      <Button size="small" onClick={() => bench.openSkip("cannot_play")}>
        {t("evaluations.skip.button")}
      </Button>
    </span>
  );
};
