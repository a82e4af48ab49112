/** The version of the product, the same in every package. */
export const VERSION = "0.1.0";
