/** What a notice about a reported message says. */
export interface Report {
  readonly reporter: string;
  readonly sender: string;
  /** A link to a channel message, or the people of a direct conversation. */
  readonly place: { readonly link: string } | { readonly people: string };
  readonly reason: "spam" | "harassment" | "inappropriate" | "norms" | "other";
  readonly notes: string;
  readonly content: string;
}
