import type { ObjectStorageOptions } from "../../../platform/s3/object-storage.ts";
import { RESERVED_FOLDER } from "../../storage/index.ts";

/**
 * Where the console stores what it derives from datasets: tables, staged parts, posters, exports. Never beside the
 * originals.
 */
export interface CatalogueStore {
  readonly bucket: string;
  /** `s3://bucket/catalogue/<dataset>`, which holds the dataset's tables as `<table name>.lance`. */
  readonly folderUri: (datasetId: string) => string;
  /** `catalogue/<dataset>/`: the same as a key prefix. */
  readonly folderKey: (datasetId: string) => string;
  /** In LanceDB's format. */
  readonly storageOptions: Record<string, string>;
}

export const createCatalogueStore = (s3: ObjectStorageOptions, bucket: string): CatalogueStore => ({
  bucket,
  folderUri: (datasetId) => `s3://${bucket}/${RESERVED_FOLDER}${datasetId}`,
  folderKey: (datasetId) => `${RESERVED_FOLDER}${datasetId}/`,
  storageOptions: {
    region: s3.region,
    endpoint: s3.endpoint,
    allow_http: String(s3.endpoint.startsWith("http:")),
    aws_access_key_id: s3.accessKeyId,
    aws_secret_access_key: s3.secretAccessKey,
    virtual_hosted_style_request: "false",
    connect_timeout: "5s",
    timeout: "60s",
  },
});
