// Uploads and downloads: create, send to storage, complete. Implements /asset/* and /oss/* of "Static sources".
// Bytes go directly between browser and storage; only small forms pass through the server.
import { assetName, type assetsRoutes, SMALL_UPLOAD_MAX_BYTES, smallUploadForm } from "@dailies/contract";
import type { FastifyReply } from "fastify";
import { InvalidRequest } from "../../../errors.ts";
import { receiveForm } from "../../../http/routing/receive-form.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { downloadAddress } from "../catalog/download-asset.ts";
import { getOwnAssetItem } from "../catalog/get-asset.ts";
import { useReadableCopy } from "../references/use-readable-copy.ts";
import { abortUpload } from "./abort-upload.ts";
import { completeUpload } from "./complete-upload.ts";
import { createUpload } from "./create-upload.ts";
import { findOwnUpload } from "./find-upload.ts";
import { issueUploadCredentials } from "./issue-upload-credentials.ts";
import { readUploadState } from "./read-upload-state.ts";
import { registerObject } from "./register-object.ts";
import { signParts } from "./sign-parts.ts";
import { createUploadSmall, type Receive } from "./upload-small.ts";

type UploadCalls =
  | "uploadSmall"
  | "generateUploadInfo"
  | "generateUploadInfoWithCache"
  | "signParts"
  | "getUploadState"
  | "completeUpload"
  | "cancelUpload"
  | "getOwnAsset"
  | "issueAssetCredentials"
  | "issueCredentials"
  | "registerObject"
  | "downloadAsset";

interface AnnouncedQuery {
  name: string;
  mime: string;
  size: number;
  folder_id?: string | undefined;
  replaces?: string | undefined;
}
const toAnnouncement = ({ name, mime, size, folder_id, replaces }: AnnouncedQuery) => ({
  name,
  mime,
  sizeBytes: size,
  folderId: folder_id ?? null,
  replaces,
});

export const uploadHandlers = (deps: AssetsDeps): Pick<Handlers<typeof assetsRoutes>, UploadCalls> => {
  const uploadSmall = createUploadSmall(deps);
  return {
    uploadSmall: async ({ reply, context }) => {
      const item = await uploadSmall(context, receiveFrom(reply));
      await reply.send(JSON.stringify(item));
    },
    generateUploadInfo: ({ query, context }) => createUpload(deps, context, toAnnouncement(query)),
    generateUploadInfoWithCache: async ({ query, context }) => {
      const announced = toAnnouncement(query);
      const asset = await useReadableCopy(deps, context, { ...announced, sha256: Buffer.from(query.sha256, "hex") });
      if (asset) return { hit: true, asset };
      return { hit: false, ...(await createUpload(deps, context, announced)) };
    },
    signParts: async ({ body, context }) => ({
      parts: await signParts(deps, context, {
        assetId: body.asset_id,
        version: body.version,
        numbers: body.numbers,
      }),
    }),
    getUploadState: async ({ query, context }) => {
      const upload = { assetId: query.asset_id, version: query.version };
      const state = await readUploadState(deps, context, upload);
      return {
        asset_id: upload.assetId,
        version: upload.version,
        name: state.name,
        size: state.sizeBytes,
        status: state.status,
        method: state.partSizeBytes === null ? "PUT" : "MULTIPART",
        part_size: state.partSizeBytes,
        received: [...state.received],
      };
    },
    completeUpload: ({ body, context }) =>
      completeUpload(deps, context, { assetId: body.asset_id, version: body.version, sha256: body.sha256 }),
    cancelUpload: async ({ body, actor, context }) => {
      const { asset_id: assetId, version } = body;
      await findOwnUpload(deps.db, actor, assetId, version);
      await abortUpload(deps, context, { assetId, version });
      return { ok: true };
    },
    getOwnAsset: ({ query, actor }) => getOwnAssetItem(deps, actor.userId, query.id),
    issueAssetCredentials: (call) => issueUploadCredentials(deps, call.context),
    issueCredentials: (call) => issueUploadCredentials(deps, call.context),
    registerObject: ({ body: { key, name, folder_id }, context }) =>
      registerObject(deps, context, { key, name, folderId: folder_id ?? null }),
    downloadAsset: async ({ query, reply, context }) => {
      const address = await downloadAddress(deps, context, { id: query.id, version: query.version });
      await reply.code(302).header("location", address).send("");
    },
  };
};

/** Form fields win over the file's own name. */
const receiveFrom =
  (reply: FastifyReply): Receive =>
  async (take) => {
    let fileName = "";
    const { fields } = await receiveForm(reply.request.raw, SMALL_UPLOAD_MAX_BYTES, (file) => {
      fileName = file.name;
      return take(file);
    });
    const form = smallUploadForm.extend({ name: assetName }).safeParse({ name: fileName, ...fields });
    if (!form.success) throw new InvalidRequest("body", form.error.issues);
    return { name: form.data.name, folderId: form.data.folder_id ?? null };
  };
