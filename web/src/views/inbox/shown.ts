/** The rows that are not folded away, in order. */
import type { InboxSection } from "../../inbox-order/inbox.ts";
import type { UnreadConversation } from "../../inbox-order/unread.ts";

export function shownRows(sections: readonly InboxSection[], folded: ReadonlySet<string>): UnreadConversation[] {
  return sections.flatMap((section) => {
    if (folded.has(section.key)) return [];
    if (!("channels" in section)) return section.rows;
    return section.channels.flatMap(({ channelId, rows }) => (folded.has(`channel:${channelId}`) ? [] : rows));
  });
}
