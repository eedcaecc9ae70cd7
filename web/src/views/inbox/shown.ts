/** The visible items of the Inbox, and the keyboard's stops: expanded rows, and headings of collapsed ones. */
import type { InboxChannel, InboxSection } from "../../inbox-order/inbox.ts";
import type { UnreadConversation } from "../../inbox-order/unread.ts";

export const rowsIn = (section: InboxSection): readonly UnreadConversation[] =>
  "channels" in section ? section.channels.flatMap(({ rows }) => rows) : section.rows;

/** The collapse key of a channel. */
const channelFold = (channelId: number): string => `channel:${channelId}`;

/** The row key of a collapsed heading. */
export const headKey = (fold: string): string => `fold:${fold}`;

interface Head {
  readonly key: string;
  readonly fold: string;
  readonly isFolded: boolean;
  readonly unread: number;
}

/** In display order. */
export type InboxItem =
  | (Head & { readonly kind: "section"; readonly section: InboxSection })
  | (Head & { readonly kind: "channel"; readonly channelId: number })
  | {
      readonly key: string;
      readonly kind: "row";
      readonly row: UnreadConversation;
      readonly isUnderChannel: boolean;
    };

const unreadIn = (rows: readonly UnreadConversation[]): number =>
  rows.reduce((sum, { messageIds }) => sum + messageIds.length, 0);

export function inboxItems(sections: readonly InboxSection[], folded: ReadonlySet<string>): InboxItem[] {
  const head = (fold: string, rows: readonly UnreadConversation[]) => ({
    key: headKey(fold),
    fold,
    isFolded: folded.has(fold),
    unread: unreadIn(rows),
  });
  const items = (rows: readonly UnreadConversation[], isUnderChannel: boolean) =>
    rows.map((row): InboxItem => ({ key: row.key, kind: "row", row, isUnderChannel }));
  const ofChannel = ({ channelId, rows }: InboxChannel): InboxItem[] => {
    const fold = channelFold(channelId);
    const own: InboxItem = { ...head(fold, rows), kind: "channel", channelId };
    return own.isFolded ? [own] : [own, ...items(rows, true)];
  };
  return sections.flatMap((section) => {
    const own: InboxItem = { ...head(section.key, rowsIn(section)), kind: "section", section };
    if (own.isFolded) return [own];
    return [own, ...("channels" in section ? section.channels.flatMap(ofChannel) : items(section.rows, false))];
  });
}

/** The rows that the keyboard stops at. */
export const stopsIn = (items: readonly InboxItem[]): string[] =>
  items.filter((item) => item.kind === "row" || item.isFolded).map(({ key }) => key);

/** The channel or section that a row collapses with. */
export function foldOf(sections: readonly InboxSection[], row: UnreadConversation): string | undefined {
  const isIn = (rows: readonly UnreadConversation[]) => rows.some(({ key }) => key === row.key);
  const section = sections.find((each) => isIn(rowsIn(each)));
  if (!section || !("channels" in section)) return section?.key;
  const channel = section.channels.find(({ rows }) => isIn(rows));
  return channel && channelFold(channel.channelId);
}

/** The first visible row after expanding. */
export function firstIn(sections: readonly InboxSection[], fold: string): string | undefined {
  for (const section of sections) {
    if (section.key === fold) return rowsIn(section)[0]?.key;
    if (!("channels" in section)) continue;
    const channel = section.channels.find(({ channelId }) => channelFold(channelId) === fold);
    if (channel) return channel.rows[0]?.key;
  }
  return undefined;
}
