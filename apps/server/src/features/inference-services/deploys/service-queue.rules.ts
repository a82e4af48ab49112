/** The queue of the activities that write to clusters. */
export const servicesTaskQueue = (taskQueue: string): string => `${taskQueue}-services`;

export const deployWorkflowId = (serviceId: string, number: number): string => `service-deploy-${serviceId}-${number}`;
