export { secretApprovals } from "./approve-secret.ts";
export { createServiceSeal, serviceSecrets } from "./credential-secret.ts";
export { seedCustomers } from "./demo/seed-customers.ts";
export { createCredentialReader } from "./load-credential.ts";
export {
  type CredentialDeps,
  createServiceCredential,
  listServiceCredentials,
  provisionServiceCredential,
  revokeServiceCredential,
  rotateServiceCredential,
} from "./manage-credentials.ts";
export { serviceApiHandlers } from "./service-api.routes.ts";
export { type ServiceKey, signRequest } from "./sign-request.ts";
