import type { ExperimentReport, RunSample } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { OpenPrompt } from "../wall/open-prompt.tsx";
import { PROMPTS_AT_ONCE, PromptPages } from "../wall/prompt-pages.tsx";
import styles from "../wall/wall.module.css";
import { WallRows } from "../wall/wall-rows.tsx";

interface FrozenWallProps {
  report: ExperimentReport;
  samples: readonly RunSample[];
}

/** The wall of samples at the step at which it was frozen. */
export const FrozenWall = ({ report: { runs, prompts }, samples }: FrozenWallProps) => {
  const { t } = useTranslation();
  const [from, setFrom] = useState(0);
  const [openKey, setOpenKey] = useState(prompts[0]?.key ?? "");
  const page = prompts.slice(from, from + PROMPTS_AT_ONCE);
  const openPrompt = prompts.find(({ key }) => key === openKey) ?? page[0];
  return (
    <section className={styles.wall} aria-label={t("experiments.compare.tabs.samples")}>
      {openPrompt ? <OpenPrompt prompt={openPrompt} runs={runs} samples={samples} isLoading={false} /> : null}
      <WallRows
        runs={runs}
        prompts={page}
        samples={samples}
        openKey={openPrompt?.key}
        isLoading={false}
        onOpen={setOpenKey}
      />
      <PromptPages prompts={prompts} from={from} onChange={setFrom} />
    </section>
  );
};
