import type { LineageObject } from "@dailies/contract";
import {
  dataExperimentAddress,
  experimentRunAddress,
  labelTaskAddress,
  PATHS,
  packageAddress,
  registeredPerformerAddress,
  serviceAddress,
  viewAddress,
} from "../../lib/paths.ts";

/** The page of an object; undefined when it has none any more. */
export const lineageAddress = ({
  kind,
  id,
  version,
  dataset_id: datasetId,
  is_deleted: isDeleted,
}: LineageObject): string | undefined => {
  // The page of a package stays when its files are deleted.
  if (isDeleted && kind !== "package") return undefined;
  switch (kind) {
    case "dataset":
      return `${PATHS.dataset}?id=${id}${version === null ? "" : `&version=${version}`}`;
    case "view":
      return viewAddress(datasetId ?? "", id);
    case "label_snapshot":
      return `${PATHS.dataset}?id=${datasetId ?? ""}`;
    case "label_task":
      return labelTaskAddress(id);
    case "package":
      return packageAddress(id);
    case "run":
      return experimentRunAddress(id);
    case "data_experiment":
      return dataExperimentAddress(id);
    case "service":
      return serviceAddress(id);
    case "performer":
      return registeredPerformerAddress(id);
    case "benchmark":
      return `${PATHS.taskGenerate}?task=${id}`;
    case "board":
      return `${PATHS.taskBenchmark}?task=${id}`;
  }
};
