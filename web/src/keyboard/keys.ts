/**
 * Every shortcut in one table: its name, its keys, and where it works. `useCommand` binds it to an action; tooltips,
 * the palette and the help page read it from here.
 *
 * `Mod` is Ctrl, and ⌘ on a Mac. Letters are lower case without Shift.
 */
import type { TextKey } from "../text/text.ts";

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: TextKey;
  /** Works in text fields too. Single keys never do. */
  readonly inText?: true;
  /** Opens a text field: the next keys are for it, even while it is loading. */
  readonly opensField?: true;
  /** Works only in the channel list, where it takes precedence over other uses of the key. */
  readonly inChannels?: true;
}

const shortcut = (label: TextKey, ...keys: string[]): Shortcut => ({ label, keys });
const everywhere = (label: TextKey, ...keys: string[]): Shortcut => ({ label, keys, inText: true });
const toField = (made: Shortcut): Shortcut => ({ ...made, opensField: true });
const inChannels = (label: TextKey, ...keys: string[]): Shortcut => ({ label, keys, inChannels: true });

export const KEYS = {
  nextRow: shortcut("keys.nextRow", "ArrowDown", "j"),
  previousRow: shortcut("keys.previousRow", "ArrowUp", "k"),
  screenDown: shortcut("keys.screenDown", "PageDown", "Shift+J", "Space"),
  screenUp: shortcut("keys.screenUp", "PageUp", "Shift+K", "Shift+Space"),
  first: shortcut("keys.first", "Home"),
  last: shortcut("keys.last", "End", "Shift+G"),
  nextUnread: shortcut("keys.nextUnread", "n"),
  nextUnreadFollowed: shortcut("keys.nextUnreadFollowed", "Shift+N"),
  nextUnreadDirect: shortcut("keys.nextUnreadDirect", "p"),
  allDirect: shortcut("keys.allDirect", "Shift+P"),
  combinedFeed: shortcut("keys.combinedFeed", "a"),
  recent: shortcut("keys.recent", "t"),
  inbox: shortcut("keys.inbox", "Shift+I"),
  starred: shortcut("keys.starred", "*"),
  mentions: everywhere("keys.mentions", "Mod+@"),
  drafts: shortcut("keys.drafts", "d"),
  topicOrChannel: shortcut("keys.topicOrChannel", "s"),
  topicList: shortcut("keys.topicList", "y"),
  inConversation: shortcut("keys.inConversation", "z"),
  previousChannel: shortcut("keys.previousChannel", "Shift+A"),
  nextChannel: shortcut("keys.nextChannel", "Shift+D"),
  goBack: everywhere("keys.goBack", "Alt+ArrowLeft"),
  goForward: everywhere("keys.goForward", "Alt+ArrowRight"),
  search: toField(shortcut("keys.search", "/")),
  findHere: everywhere("keys.findHere", "Mod+f"),
  palette: toField(everywhere("keys.palette", "Mod+k")),
  filterSidebar: shortcut("keys.filterSidebar", "q"),
  filterPeople: shortcut("keys.filterPeople", "w"),
  organizationMenu: shortcut("keys.organizationMenu", "g"),
  personalMenu: shortcut("keys.personalMenu", "g ArrowRight"),
  helpMenu: shortcut("keys.helpMenu", "g ArrowLeft"),
  allKeys: shortcut("keys.allKeys", "?"),
  newChannelMessage: toField(shortcut("keys.newChannelMessage", "c")),
  newDirectMessage: toField(shortcut("keys.newDirectMessage", "x")),
  reply: shortcut("keys.reply", "r", "Enter"),
  replyDirectly: shortcut("keys.replyDirectly", "Shift+R"),
  replyWithMention: shortcut("keys.replyWithMention", "@"),
  quote: toField(shortcut("keys.quote", ">")),
  forward: toField(shortcut("keys.forward", "<")),
  send: everywhere("keys.send", "Mod+Enter"),
  bold: everywhere("keys.bold", "Mod+b"),
  italic: everywhere("keys.italic", "Mod+i"),
  link: everywhere("keys.link", "Mod+Shift+L"),
  code: everywhere("keys.code", "Mod+Shift+C"),
  preview: everywhere("keys.preview", "Alt+p"),
  snippets: everywhere("keys.snippets", "Mod+'"),
  pastePlain: everywhere("keys.pastePlain", "Mod+Shift+V"),
  escape: everywhere("keys.escape", "Escape", "Ctrl+["),
  whereIWrite: everywhere("keys.whereIWrite", "Mod+."),
  edit: shortcut("keys.edit", "e"),
  editLast: shortcut("keys.editLast", "ArrowLeft"),
  move: shortcut("keys.move", "m"),
  muteTopic: shortcut("keys.muteTopic", "Shift+M"),
  messageMenu: shortcut("keys.messageMenu", "i"),
  personCard: shortcut("keys.personCard", "u"),
  react: shortcut("keys.react", ":"),
  thumbsUp: shortcut("keys.thumbsUp", "+"),
  joinReaction: shortcut("keys.joinReaction", "="),
  star: everywhere("keys.star", "Mod+s"),
  collapse: shortcut("keys.collapse", "-"),
  markUnread: shortcut("keys.markUnread", "Shift+U"),
  receipts: shortcut("keys.receipts", "Shift+V"),
  history: shortcut("keys.history", "Shift+H"),
  viewImage: shortcut("keys.viewImage", "v"),
  copyLink: shortcut("keys.copyLink", "l"),
  setStatus: shortcut("keys.setStatus", "Shift+Y"),
  previousConversation: everywhere("keys.previousConversation", "Alt+ArrowUp"),
  nextConversation: everywhere("keys.nextConversation", "Alt+ArrowDown"),
  previousUnreadConversation: everywhere("keys.previousUnreadConversation", "Alt+Shift+ArrowUp"),
  nextUnreadConversation: everywhere("keys.nextUnreadConversation", "Alt+Shift+ArrowDown"),
  deleteRow: shortcut("keys.deleteRow", "Backspace", "Delete"),
  newChannel: inChannels("keys.newChannel", "n"),
  subscribeChannel: inChannels("keys.subscribeChannel", "Shift+S"),
  openChannel: inChannels("keys.openChannel", "Shift+V"),
  previousTab: inChannels("keys.previousTab", "ArrowLeft"),
  nextTab: inChannels("keys.nextTab", "ArrowRight"),
  undo: shortcut("keys.undo", "Mod+z"),
  nextRegion: everywhere("keys.nextRegion", "F6"),
  previousRegion: everywhere("keys.previousRegion", "Shift+F6"),
  togglePanel: shortcut("keys.togglePanel", "]"),
  toggleSidebar: shortcut("keys.toggleSidebar", "["),
} as const satisfies Record<string, Shortcut>;

export type Command = keyof typeof KEYS;

const isMac = (): boolean => typeof navigator !== "undefined" && /Mac|iP(?:hone|ad)/.test(navigator.platform);

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  PageDown: "PgDn",
  PageUp: "PgUp",
};

const named = (key: string): string => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** A key stroke as shown to people: "Ctrl K", "⌘ K", "Shift M". */
export function strokeLabel(keys: string): string {
  const mod = isMac() ? "⌘" : "Ctrl";
  return keys
    .split(" ")
    .map((stroke) =>
      stroke
        .split(/\+(?!$)/)
        .map((key) => (key === "Mod" ? mod : named(key)))
        .join(" "),
    )
    .join(" ");
}

/** The first stroke, for tooltips. */
export const keyLabel = (command: Command): string => strokeLabel(KEYS[command].keys[0] ?? "");

/** In the format of `aria-keyshortcuts`. */
export function keyShortcuts(command: Command): string {
  const mod = isMac() ? "Meta" : "Control";
  return KEYS[command].keys.map((key) => key.replace("Mod", mod).replace("Ctrl", "Control")).join(" ");
}

interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The stroke as the table spells it. On layouts without Latin letters, the physical key counts. */
export function strokeOf(pressed: Pressed): string {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  const isLatin = key.length > 1 || key <= "\u007f";
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  // With Alt, a Mac produces another character than the key's own.
  const letter = (!isLatin || altKey) && place ? (shiftKey ? place : place.toLowerCase()) : key;
  const character = letter === " " ? "Space" : letter;
  const isLetter = /^[a-z]$/i.test(character);
  // Other characters that need Shift are written as such: "?" and not "Shift+/".
  const shift = shiftKey && (isLetter || character.length > 1);
  const mod = isMac() ? metaKey : ctrlKey;
  const otherControl = isMac() && ctrlKey;
  const spelled = isLetter ? (shift ? character.toUpperCase() : character.toLowerCase()) : character;
  return [mod && "Mod", otherControl && "Ctrl", altKey && "Alt", shift && "Shift", spelled].filter(Boolean).join("+");
}
