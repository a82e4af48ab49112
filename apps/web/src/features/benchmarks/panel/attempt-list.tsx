import type { AttemptItem, GridCell } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePin } from "../benchmarks.queries.ts";
import type { CellAddress } from "../cell-address.ts";
import { ReasonDialog } from "../dialogs/reason-dialog.tsx";
import { AttemptCard } from "./attempt-card.tsx";
import styles from "./panel.module.css";

interface AttemptListProps {
  taskId: string;
  address: CellAddress;
  cell: GridCell;
  attempts: readonly AttemptItem[];
  canPin: boolean;
}

/** All attempts at the cell, newest first. Attempts are never deleted. */
export const AttemptList = ({ taskId, address, cell, attempts, canPin }: AttemptListProps) => {
  const [pinning, setPinning] = useState<AttemptItem | "rule">();
  const ordered = attempts.toSorted((a, b) => b.n - a.n);
  return (
    <>
      <ol className={styles.timeline}>
        {ordered.map((attempt, at) => (
          <AttemptCard
            key={attempt.id}
            attempt={attempt}
            previous={ordered[at + 1]}
            isOpenAtFirst={at === 0}
            isPinned={cell.is_pinned && attempt.is_counted}
            onPin={canPin ? setPinning : undefined}
          />
        ))}
      </ol>
      {pinning ? (
        <PinDialog taskId={taskId} address={address} pinned={pinning} onClose={() => setPinning(undefined)} />
      ) : null}
    </>
  );
};

interface PinDialogProps {
  taskId: string;
  address: CellAddress;
  pinned: AttemptItem | "rule";
  onClose: () => void;
}

const PinDialog = ({ taskId, address, pinned, onClose }: PinDialogProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = usePin(taskId, address);
  const isRule = pinned === "rule";
  const values = { n: isRule ? 0 : pinned.n };
  return (
    <ReasonDialog
      title={t(isRule ? "benchmarks.pin.unpinTitle" : "benchmarks.pin.title", values)}
      effect={t(isRule ? "benchmarks.pin.unpinEffect" : "benchmarks.pin.effect")}
      action={t(isRule ? "benchmarks.pin.unpinAction" : "benchmarks.pin.action", values)}
      onAct={(reason) => mutateAsync({ attempt_id: isRule ? null : pinned.id, reason })}
      onClose={onClose}
    />
  );
};
