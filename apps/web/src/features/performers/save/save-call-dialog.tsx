import { useQuery } from "@tanstack/react-query";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { callQuery } from "../performers.queries.ts";
import type { SaveTarget } from "./save.queries.ts";
import { SaveDialog } from "./save-dialog.tsx";

interface SaveCallDialogProps {
  callId: string;
  /** Undefined while the dialog is closed. */
  target: SaveTarget | undefined;
  onClose: () => void;
}

/** Saves the input of a job as a column or a row of a benchmark. */
export const SaveCallDialog = ({ callId, target, onClose }: SaveCallDialogProps) => {
  const isOpen = target !== undefined;
  const call = useQuery({ ...callQuery(callId), enabled: isOpen });
  const performers = useQuery({ ...performersQuery, enabled: isOpen });
  const performer = performers.data?.items.find(({ id }) => id === call.data?.performer_id);
  return (
    <SaveDialog
      target={target}
      performer={performer}
      input={call.data?.input}
      title={call.data?.title ?? ""}
      error={call.error ?? performers.error}
      onClose={onClose}
    />
  );
};
