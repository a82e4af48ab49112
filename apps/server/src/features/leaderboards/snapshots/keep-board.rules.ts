export interface KeepBoardInput {
  readonly snapshotId: string;
  readonly taskId: string;
  readonly reason: string;
  readonly by: string;
  readonly requestId: string;
}

export const keepBoardWorkflowId = (snapshotId: string): string => `keep-board-${snapshotId}`;
