/** Notifies people that an identity provider was linked or unlinked, so that they notice if it was not them. */
import type { Writing } from "../../kernel/context.ts";
import { type Notified, notifyPerson } from "../second-factors/notify.ts";
import { linkWords } from "./words/index.ts";

export const notifyOfLink = (ctx: Writing, person: Notified, change: "linked" | "unlinked"): Promise<void> =>
  notifyPerson(ctx, person, linkWords, ({ subject, notYou, [change]: text }) => ({ subject, notYou, text }));
