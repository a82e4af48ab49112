import { PATHS } from "../../lib/paths.ts";

export const addressOfDataset = (id: string): string => `${PATHS.dataset}?id=${id}`;

export const viewerAddress = (id: string): string => `/sdv?dataset=${id}`;

/** The poster URL of a clip; the items of a version are immutable, so the poster is cacheable. */
export const posterAddress = (id: string, ordinal: number, version: number | null): string =>
  `/api_v1/dataset/${id}/poster/${ordinal}${version === null ? "" : `?version=${version}`}`;
