/** Unread messages in the form the sidebar needs. */
import { derived } from "../inbox-order/derived.ts";
import { type InboxSection, inboxSections } from "../inbox-order/inbox.ts";
import { messagesIn, type UnreadPart, unreadParts } from "../inbox-order/unread.ts";

type InboxState = Parameters<typeof inboxSections>[0];

const inInbox = derived((sections: readonly InboxSection[]): number => {
  let sum = 0;
  for (const section of sections) {
    if (section.type === "muted") continue;
    for (const { rows } of "channels" in section ? section.channels : [section]) sum += messagesIn(rows);
  }
  return sum;
});

/** The number of messages in the Inbox. */
export const inboxCount = (state: InboxState): number => inInbox(inboxSections(state));

const inPart = new WeakMap<UnreadPart, number>();

function mentionsIn(part: UnreadPart): number {
  const known = inPart.get(part) ?? part.newestFirst.reduce((sum, { mentions }) => sum + mentions, 0);
  inPart.set(part, known);
  return known;
}

const mentioning = derived((parts: ReturnType<typeof unreadParts>): number => {
  let sum = 0;
  for (const part of parts.values()) sum += mentionsIn(part);
  return sum;
});

export const mentionCount = (state: InboxState): number => mentioning(unreadParts(state));
