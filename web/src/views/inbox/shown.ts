/** What the keyboard goes through in the Inbox: the rows that are not folded away, and the heads of what is folded. */
import type { InboxSection } from "../../inbox-order/inbox.ts";
import type { UnreadConversation } from "../../inbox-order/unread.ts";

export const rowsIn = (section: InboxSection): readonly UnreadConversation[] =>
  "channels" in section ? section.channels.flatMap(({ rows }) => rows) : section.rows;

/** What a channel is folded by. */
export const channelFold = (channelId: number): string => `channel:${channelId}`;

/** The key of a folded head, as a row. */
export const headKey = (fold: string): string => `fold:${fold}`;

export function shownKeys(sections: readonly InboxSection[], folded: ReadonlySet<string>): string[] {
  return sections.flatMap((section) => {
    if (folded.has(section.key)) return [headKey(section.key)];
    if (!("channels" in section)) return section.rows.map(({ key }) => key);
    return section.channels.flatMap(({ channelId, rows }) => {
      const fold = channelFold(channelId);
      return folded.has(fold) ? [headKey(fold)] : rows.map(({ key }) => key);
    });
  });
}

/** The channel or section that a row is folded with. */
export function foldOf(sections: readonly InboxSection[], row: UnreadConversation): string | undefined {
  const isIn = (rows: readonly UnreadConversation[]) => rows.some(({ key }) => key === row.key);
  const section = sections.find((each) => isIn(rowsIn(each)));
  if (!section || !("channels" in section)) return section?.key;
  const channel = section.channels.find(({ rows }) => isIn(rows));
  return channel && channelFold(channel.channelId);
}

/** The first row that is seen when this is unfolded. */
export function firstIn(sections: readonly InboxSection[], fold: string): string | undefined {
  for (const section of sections) {
    if (section.key === fold) return rowsIn(section)[0]?.key;
    if (!("channels" in section)) continue;
    const channel = section.channels.find(({ channelId }) => channelFold(channelId) === fold);
    if (channel) return channel.rows[0]?.key;
  }
  return undefined;
}
