/** The visible items of the Inbox, and the keyboard's stops: expanded rows, and headings of collapsed ones. */
import { type InboxChannel, type InboxSection, rowsIn } from "../../inbox-order/inbox.ts";
import { type ConversationRows, messagesIn, type UnreadConversation } from "../../inbox-order/unread.ts";

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

const drawn = new WeakMap<ConversationRows, readonly InboxItem[]>();

/** Made once for a list. */
function drawnRows(rows: ConversationRows, isUnderChannel: boolean): readonly InboxItem[] {
  const known = drawn.get(rows) ?? rows.map((row): InboxItem => ({ key: row.key, kind: "row", row, isUnderChannel }));
  drawn.set(rows, known);
  return known;
}

const unreadIn = (section: InboxSection): number =>
  "channels" in section
    ? section.channels.reduce((sum, { rows }) => sum + messagesIn(rows), 0)
    : messagesIn(section.rows);

export function inboxItems(sections: readonly InboxSection[], folded: ReadonlySet<string>): InboxItem[] {
  const head = (fold: string, unread: number) => ({ key: headKey(fold), fold, isFolded: folded.has(fold), unread });
  const ofChannel = ({ channelId, rows }: InboxChannel): readonly InboxItem[] => {
    const own: InboxItem = { ...head(channelFold(channelId), messagesIn(rows)), kind: "channel", channelId };
    return own.isFolded ? [own] : [own, ...drawnRows(rows, true)];
  };
  return sections.flatMap((section) => {
    const own: InboxItem = { ...head(section.key, unreadIn(section)), kind: "section", section };
    if (own.isFolded) return [own];
    return [own, ...("channels" in section ? section.channels.flatMap(ofChannel) : drawnRows(section.rows, false))];
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
