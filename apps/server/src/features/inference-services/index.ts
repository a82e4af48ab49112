export { inferenceServicesHandlers } from "./inference-services.routes.ts";
export { inferenceSecrets, type OpenedServices, openServices } from "./inference-services-deps.ts";
export { readServe } from "./polling/read-serve.ts";
export { startEndpointPoller } from "./polling/start-endpoint-poller.ts";
export { findServiceAddress } from "./records/service-address.ts";
