export const english = {
  subject: (organization: string) => `${organization} has been deactivated`,
  /** By the operator if `by` is `undefined`. */
  closed: (organization: string, by: string | undefined) =>
    by === undefined
      ? `${organization} has been deactivated. Nobody can sign in any more.`
      : `${by} deactivated ${organization}. Nobody can sign in any more.`,
  kept: "All of its data is kept.",
  deleted: (day: string) => `All of its data will be deleted on ${day}.`,
  reopen: "If this was a mistake, the server's operator can reactivate it.",
};

export type DeactivationWords = typeof english;
