/** What notices about moved messages say. */

/** What was moved: a whole topic, one message (linked where possible), or a number of messages. */
export type Moved = "topic" | { readonly link?: string } | number;

/** A place that is not named, because not all readers can see it. */
export type UnnamedPlace = "private channel" | "other channel" | "other topic";

/** The other place: a link, or only what kind of place it is. */
export type Elsewhere = { readonly link: string } | UnnamedPlace;
