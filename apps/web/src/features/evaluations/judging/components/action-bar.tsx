import type { EvaluationItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../../shared/leased-work/components/key-cap.tsx";
import { WatchState } from "../clips/watch-state.tsx";
import styles from "../judging.module.css";
import { scaleOf, withChoice, withStrength } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { submitOrShow } from "./use-judging-shortcuts.ts";
import type { JudgingViewState } from "./use-judging-view.ts";

interface ActionBarProps {
  judging: Judging;
  item: EvaluationItem;
  viewState: JudgingViewState;
}

const modifier = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl");

/** The judgement and its submit actions; always visible. */
export const ActionBar = ({ judging, item, viewState }: ActionBarProps) => {
  const { drafts, missing, areFaultsShown, tracker } = judging;
  const states = Object.values(viewState.player?.snapshot.states ?? {});
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
        {states.includes("failed") || states.includes("lost") ? <CannotPlay viewState={viewState} /> : null}
        <WatchState item={item} tracker={tracker} isAsked={areFaultsShown} />
        <OutButtons judging={judging} viewState={viewState} />
      </div>
    </footer>
  );
};

const OutButtons = ({ judging, viewState }: { judging: Judging; viewState: JudgingViewState }) => {
  const { t } = useTranslation();
  return (
    <>
      <Button onClick={() => viewState.openSkip()}>
        {t("leasedWork.skip.button")} <KeyCap>S</KeyCap>
      </Button>
      <Button
        type="primary"
        disabled={(judging.missing?.unwatched.length ?? 1) > 0}
        onClick={() => submitOrShow(judging, viewState)}
      >
        {t("evaluations.submit")} <KeyCap isOnAccent>{modifier()} ↵</KeyCap>
      </Button>
    </>
  );
};

/** A clip that cannot be played cannot be judged. */
const CannotPlay = ({ viewState }: { viewState: JudgingViewState }) => {
  const { t } = useTranslation();
  return (
    <span role="alert" className={styles.cannotPlay}>
      {t("evaluations.cannotPlay")}
      <Button size="small" onClick={() => viewState.openSkip("cannot_play")}>
        {t("leasedWork.skip.button")}
      </Button>
    </span>
  );
};
