/** The right panel. */
export const panel = {
  details: "Details",
};
