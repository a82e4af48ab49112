import { PATHS } from "../../lib/paths.ts";

export const addressOfDataset = (id: string): string => `${PATHS.dataset}?id=${id}`;

export const viewerAddress = (id: string): string => `/sdv?dataset=${id}`;
