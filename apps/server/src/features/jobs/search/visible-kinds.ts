import { INTERNAL_JOB_KINDS, JOB_KINDS, type JobKind } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";

export type Viewer = Pick<Actor, "isExternal">;

const INTERNAL: readonly JobKind[] = INTERNAL_JOB_KINDS;

/** Clusters and services are closed to external people, so their jobs are as well, whatever codes a person holds. */
export const isVisibleKind = ({ isExternal }: Viewer, kind: JobKind): boolean =>
  !isExternal || !INTERNAL.includes(kind);

export const visibleKinds = (viewer: Viewer): JobKind[] => JOB_KINDS.filter((kind) => isVisibleKind(viewer, kind));
