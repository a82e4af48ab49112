import type { JobReport } from "./file-job.ts";
import type { Board } from "./item-board.ts";

/** Writes a job's progress to its queue item. */
export const reportTo = (board: Board, id: string, sizeBytes: number, onBytes: (bytes: number) => void): JobReport => {
  const underway = new Map<number, number>();
  let settledBytes = 0;
  let sentBytes = 0;

  const draw = (): void => {
    const movingBytes = [...underway.values()].reduce((sum, bytes) => sum + bytes, 0);
    board.progress(id, { storedBytes: Math.min(sizeBytes, settledBytes + movingBytes), sentBytes });
  };
  return {
    phase: (phase) => board.change(id, { phase }),
    hashed: (hashedBytes) => board.progress(id, { hashedBytes }),
    found: (bytes) => {
      settledBytes += bytes;
      draw();
    },
    sent: (bytes) => {
      settledBytes += bytes;
      sentBytes += bytes;
      draw();
    },
    underway: (part, bytes) => {
      onBytes(Math.max(0, bytes - (underway.get(part) ?? 0)));
      if (bytes === 0) underway.delete(part);
      else underway.set(part, bytes);
      draw();
    },
    trouble: (isTroubled) => board.change(id, { isTroubled }),
  };
};
