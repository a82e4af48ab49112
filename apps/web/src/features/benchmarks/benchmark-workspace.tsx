import type { BenchmarkDetail } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LineageLine } from "../../shared/lineage/lineage-line.tsx";
import { Page } from "../../ui/page.tsx";
import { isEmptyGrid, type Offers, offersOf } from "./benchmark.rules.ts";
import styles from "./benchmarks.module.css";
import type { GridSize } from "./cell-address.ts";
import { CompareBar } from "./compare/compare-bar.tsx";
import { CompareDialog } from "./compare/compare-dialog.tsx";
import { useCompare } from "./compare/use-compare.ts";
import { type Dialog, Dialogs, type OpenDialog } from "./dialogs/dialogs.tsx";
import { EmptyGrid } from "./empty-grid.tsx";
import { Footer } from "./footer.tsx";
import { GridArea } from "./grid-area.tsx";
import { ImportNotes } from "./row-imports/import-notes.tsx";
import { useImportAddress } from "./row-imports/use-import-address.ts";
import { PrimaryAct, Toolbar } from "./toolbar/toolbar.tsx";
import { useGridLive } from "./use-grid-live.ts";

interface WorkspaceProps {
  task: BenchmarkDetail;
}

const sizeOf = (task: BenchmarkDetail): GridSize => ({
  rows: task.rows,
  columns: task.columns_list.length,
  samples: task.samples_per_cell,
});

export const BenchmarkWorkspace = ({ task }: WorkspaceProps) => {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<Dialog>();
  const offers = offersOf(task);
  const importing = useImportAddress();
  // The URL opens the import behind whatever else is open, such as the performer that its rows need.
  const shown = dialog ?? (importing.given && offers.canAdd ? { at: "import" as const } : undefined);
  useGridLive(task.id);
  return (
    <Page
      isFilling
      title={task.name}
      about={task.description || t("screens.taskGenerate.purpose")}
      action={<PrimaryAct task={task} offers={offers} onOpen={setDialog} />}
    >
      <Toolbar task={task} offers={offers} onOpen={setDialog} />
      <LineageLine of={{ kind: "benchmark", id: task.id }} name={task.name} />
      <ImportNotes task={task} />
      <GridOrGuide task={task} offers={offers} onOpen={setDialog} />
      <Footer task={task} />
      <Dialogs task={task} offers={offers} dialog={shown} importing={importing} onOpen={setDialog} />
    </Page>
  );
};

interface GridOrGuideProps extends WorkspaceProps {
  offers: Offers;
  onOpen: OpenDialog;
}

const GridOrGuide = ({ task, offers, onOpen }: GridOrGuideProps) => {
  const compare = useCompare();
  const size = sizeOf(task);
  // An empty grid would still show its prompts or performers, but not tell the user what to do next.
  if (isEmptyGrid(task)) return <EmptyGrid task={task} offers={offers} onOpen={onOpen} />;
  return (
    <>
      <div className={styles.body}>
        <GridArea
          task={task}
          size={size}
          offers={offers}
          compare={compare}
          onOpenRow={(row) => onOpen({ at: "row", row })}
          onExcludeRow={(row) => onOpen({ at: "excludeRow", row })}
          onOpenColumn={(column) => onOpen({ at: "column", column })}
        />
      </div>
      <CompareBar compare={compare} />
      {compare.shown.length > 0 ? <CompareDialog task={task} cells={compare.shown} onClose={compare.close} /> : null}
    </>
  );
};
