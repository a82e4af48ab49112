import { labelReviewRoutes } from "@dailies/contract/labelling/review-routes";
import { createCalls } from "../../calls.ts";

/** Apart from the other calls of labelling, because only reviewers and adjudicators need these. */
export const labelReviewCalls = createCalls(labelReviewRoutes);
