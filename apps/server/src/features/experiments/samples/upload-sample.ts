import type { UploadInfo } from "@dailies/contract";
import type { ServiceCaller } from "../../../actor.ts";
import { completeServiceUpload, createServiceUpload } from "../../assets/index.ts";
import type { ExperimentsDeps } from "../experiments-deps.ts";
import { noSuchRun } from "../logging/log-batch.ts";
import { findRunOfCredential } from "../runs/run.store.ts";

interface ServiceRequest {
  readonly service: ServiceCaller;
  readonly requestId: string;
  readonly at: Date;
}

const requireOwnRun = async ({ db }: ExperimentsDeps, { service }: ServiceRequest, runId: string): Promise<void> => {
  if (!(await findRunOfCredential(db, runId, service.credentialId))) throw noSuchRun();
};

/** Opens the upload of a clip. It belongs to the person who created the credential, and internal users may read it. */
export const createSampleUpload = async (
  deps: ExperimentsDeps,
  request: ServiceRequest,
  runId: string,
  file: { readonly name: string; readonly mime: string; readonly sizeBytes: number },
): Promise<UploadInfo> => {
  await requireOwnRun(deps, request, runId);
  return createServiceUpload(deps.assets, request, file);
};

export const completeSampleUpload = async (
  deps: ExperimentsDeps,
  request: ServiceRequest,
  runId: string,
  file: { readonly assetId: string; readonly sha256: string },
): Promise<void> => {
  await requireOwnRun(deps, request, runId);
  await completeServiceUpload(deps.assets, request, file);
};
