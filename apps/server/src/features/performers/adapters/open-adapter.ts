import { ADAPTER_CONFIGS } from "@dailies/contract";
import type { PerformerAdapter } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { openArk } from "./ark.ts";
import { openComfyui } from "./comfyui.ts";
import { openFal } from "./fal.ts";
import { openGenericHttp } from "./generic-http.ts";
import { openReplicate } from "./replicate.ts";
import { openVideos } from "./videos.ts";
import { withoutSecret } from "./without-secret.ts";

/** Opens a performer's adapter with its configuration, which was validated on save. */
export const openAdapter = (context: AdapterContext): PerformerAdapter =>
  withoutSecret(openPlain(context), context.secret);

const openPlain = (context: AdapterContext): PerformerAdapter => {
  const { adapter, adapterConfig } = context.performer;
  switch (adapter) {
    case "videos":
      return openVideos(context, ADAPTER_CONFIGS.videos.parse(adapterConfig));
    case "fal":
      return openFal(context, ADAPTER_CONFIGS.fal.parse(adapterConfig));
    case "replicate":
      return openReplicate(context, ADAPTER_CONFIGS.replicate.parse(adapterConfig));
    case "ark":
      return openArk(context, ADAPTER_CONFIGS.ark.parse(adapterConfig));
    case "comfyui":
      return openComfyui(context, ADAPTER_CONFIGS.comfyui.parse(adapterConfig));
    case "http":
      return openGenericHttp(context, ADAPTER_CONFIGS.http.parse(adapterConfig));
  }
};
