/** The palette: one field for every conversation, channel, person, view and command. */
import type { Address } from "../address/address.ts";
import type { Conversation } from "../address/narrow.ts";
import type { NameIndex } from "./name-index.ts";

export type PaletteItem =
  | { readonly type: "conversation"; readonly conversation: Conversation }
  | { readonly type: "channel"; readonly channelId: number }
  | { readonly type: "person"; readonly userId: number }
  | { readonly type: "view"; readonly address: Address }
  | { readonly type: "setting"; readonly address: Address }
  | { readonly type: "command"; readonly command: string };

type PaletteKind = PaletteItem["type"];

/** In display order. */
const SECTIONS: readonly { readonly name: PaletteSection["name"]; readonly kinds: readonly PaletteKind[] }[] = [
  { name: "conversations", kinds: ["conversation"] },
  { name: "channels", kinds: ["channel"] },
  { name: "people", kinds: ["person"] },
  { name: "views", kinds: ["view"] },
  { name: "commands", kinds: ["setting", "command"] },
];

/** The kinds that a prefix restricts the palette to. Search has no names to choose from. */
const PREFIXES: Readonly<Record<string, readonly PaletteKind[]>> = {
  "#": ["conversation", "channel"],
  "@": ["person"],
  ">": ["setting", "command"],
  "/": [],
};

const IN_A_SECTION = 5;
const IN_ALL = 12;

export interface PaletteSection {
  readonly name: "conversations" | "channels" | "people" | "views" | "commands";
  readonly items: readonly PaletteItem[];
}

export interface PaletteAnswer {
  readonly sections: readonly PaletteSection[];
  /** The words for "Search for …", if any. */
  readonly search: string | undefined;
}

export interface PaletteQuery {
  readonly kinds: ReadonlySet<PaletteKind> | undefined;
  readonly text: string;
  /** In `#launch > harbour`, the channel of the topic. */
  readonly channel?: string;
}

export function paletteQuery(typed: string): PaletteQuery {
  const text = typed.trimStart();
  const prefix = text.slice(0, 1);
  const kinds = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  if (!kinds) return { kinds: undefined, text: text.trim() };
  const rest = text.slice(1).trim();
  const within = prefix === "#" ? rest.indexOf(">") : -1;
  if (within <= 0) return { kinds: new Set(kinds), text: rest };
  return {
    kinds: new Set<PaletteKind>(["conversation"]),
    text: rest.slice(within + 1).trim(),
    channel: rest.slice(0, within).trim(),
  };
}

/** The channel named after `#`, whose topics are then worth fetching. */
export function channelMeant(index: NameIndex<PaletteItem>, typed: string): number | undefined {
  const { kinds, text, channel } = paletteQuery(typed);
  const name = channel ?? (kinds?.has("channel") ? text : "");
  if (name === "") return undefined;
  const [found] = index.find(name, {
    limit: 1,
    rank: (candidate) => (candidate.item.type === "channel" ? index.byUse(candidate) : undefined),
  });
  return found?.type === "channel" ? found.channelId : undefined;
}

/** Empty text returns nothing: the recent places are shown instead. */
export function findInPalette(index: NameIndex<PaletteItem>, typed: string): PaletteAnswer {
  const { kinds, text, channel } = paletteQuery(typed);
  if (channel !== undefined)
    return { sections: topicsFound(index, channelMeant(index, typed), text), search: undefined };
  const search = text !== "" && (kinds === undefined || kinds.size === 0) ? text : undefined;
  if (kinds?.size === 0 || (kinds === undefined && text === "")) return { sections: [], search };
  const shown = SECTIONS.filter((section) => kinds === undefined || section.kinds.some((kind) => kinds.has(kind)));
  const limit = shown.length === 1 ? IN_ALL : IN_A_SECTION;
  const sectionOf = new Map(shown.flatMap(({ name, kinds: own }) => own.map((kind) => [kind, name] as const)));
  const found = index.findEach(text, limit, ({ type }) => sectionOf.get(type));
  const sections = shown.flatMap(({ name }) => {
    const items = found.get(name);
    return items ? [{ name, items }] : [];
  });
  return { sections, search };
}

function topicsFound(index: NameIndex<PaletteItem>, channelId: number | undefined, text: string): PaletteSection[] {
  const found = index.findEach(text, IN_ALL, (item) => {
    const isTopic = item.type === "conversation" && item.conversation.type === "topic";
    return isTopic && item.conversation.channelId === channelId ? ("conversations" as const) : undefined;
  });
  return [...found].map(([name, items]) => ({ name, items }));
}
