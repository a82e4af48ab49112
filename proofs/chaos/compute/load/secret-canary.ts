/** In the environment of the services, and nowhere else. */
export const SECRET_CANARY = "canary-of-a-service-90ab";
