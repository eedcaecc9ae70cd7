/** Unread messages in the form the sidebar needs. */
import { derived } from "../inbox-order/derived.ts";
import { type InboxSection, inboxSections, type rowsIn } from "../inbox-order/inbox.ts";
import { type UnreadPart, unreadParts } from "../inbox-order/unread.ts";

type InboxState = Parameters<typeof inboxSections>[0];

const inRows = new WeakMap<object, number>();

/** The messages of rows that stay the same are counted once. */
function messagesIn(rows: ReturnType<typeof rowsIn>): number {
  const known = inRows.get(rows) ?? rows.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  inRows.set(rows, known);
  return known;
}

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
