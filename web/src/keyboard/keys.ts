/**
 * Every shortcut in one table: its name, its keys, and where it works. `useCommand` binds it to an action; tooltips,
 * the palette and the help page read it from here.
 *
 * `Mod` is Ctrl, and ⌘ on a Mac. Letters are lower case without Shift.
 */
import type { TextKey } from "../text/text.ts";

export interface Shortcut {
  readonly keys: readonly string[];
  /** Works in text fields too. Single keys never do. */
  readonly inText?: true;
  /** Opens a text field: the next keys are for it, even while it is loading. */
  readonly opensField?: true;
  /** Works only in the channel list, where it takes precedence over other uses of the key. */
  readonly inChannels?: true;
}

const shortcut = (...keys: string[]): Shortcut => ({ keys });
const everywhere = (...keys: string[]): Shortcut => ({ keys, inText: true });
const toField = (made: Shortcut): Shortcut => ({ ...made, opensField: true });
const inChannels = (...keys: string[]): Shortcut => ({ keys, inChannels: true });

export const KEYS = {
  nextRow: shortcut("ArrowDown", "j"),
  previousRow: shortcut("ArrowUp", "k"),
  screenDown: shortcut("PageDown", "Shift+J", "Space"),
  screenUp: shortcut("PageUp", "Shift+K", "Shift+Space"),
  first: shortcut("Home"),
  last: shortcut("End", "Shift+G"),
  nextUnread: shortcut("n"),
  nextUnreadFollowed: shortcut("Shift+N"),
  nextUnreadDirect: shortcut("p"),
  allDirect: shortcut("Shift+P"),
  combinedFeed: shortcut("a"),
  recent: shortcut("t"),
  inbox: shortcut("Shift+I"),
  starred: shortcut("*"),
  mentions: everywhere("Mod+@"),
  drafts: shortcut("d"),
  topicOrChannel: shortcut("s"),
  topicList: shortcut("y"),
  inConversation: shortcut("z"),
  previousChannel: shortcut("Shift+A"),
  nextChannel: shortcut("Shift+D"),
  goBack: everywhere("Alt+ArrowLeft"),
  goForward: everywhere("Alt+ArrowRight"),
  search: toField(shortcut("/")),
  findHere: everywhere("Mod+f"),
  palette: toField(everywhere("Mod+k")),
  filterSidebar: shortcut("q"),
  filterPeople: shortcut("w"),
  organizationMenu: shortcut("g"),
  personalMenu: shortcut("g ArrowRight"),
  helpMenu: shortcut("g ArrowLeft"),
  allKeys: shortcut("?"),
  newChannelMessage: toField(shortcut("c")),
  newDirectMessage: toField(shortcut("x")),
  reply: shortcut("r", "Enter"),
  replyDirectly: shortcut("Shift+R"),
  replyWithMention: shortcut("@"),
  quote: toField(shortcut(">")),
  forward: toField(shortcut("<")),
  send: everywhere("Mod+Enter"),
  bold: everywhere("Mod+b"),
  italic: everywhere("Mod+i"),
  link: everywhere("Mod+Shift+L"),
  code: everywhere("Mod+Shift+C"),
  preview: everywhere("Alt+p"),
  snippets: everywhere("Mod+'"),
  pastePlain: everywhere("Mod+Shift+V"),
  escape: everywhere("Escape", "Ctrl+["),
  whereIWrite: everywhere("Mod+."),
  edit: shortcut("e"),
  editLast: shortcut("ArrowLeft"),
  move: shortcut("m"),
  muteTopic: shortcut("Shift+M"),
  messageMenu: shortcut("i"),
  personCard: shortcut("u"),
  react: shortcut(":"),
  thumbsUp: shortcut("+"),
  joinReaction: shortcut("="),
  star: everywhere("Mod+s"),
  collapse: shortcut("-"),
  markUnread: shortcut("Shift+U"),
  receipts: shortcut("Shift+V"),
  history: shortcut("Shift+H"),
  viewImage: shortcut("v"),
  copyLink: shortcut("l"),
  setStatus: shortcut("Shift+Y"),
  previousConversation: everywhere("Alt+ArrowUp"),
  nextConversation: everywhere("Alt+ArrowDown"),
  previousUnreadConversation: everywhere("Alt+Shift+ArrowUp"),
  nextUnreadConversation: everywhere("Alt+Shift+ArrowDown"),
  deleteRow: shortcut("Backspace", "Delete"),
  newChannel: inChannels("n"),
  subscribeChannel: inChannels("Shift+S"),
  openChannel: inChannels("Shift+V"),
  previousTab: inChannels("ArrowLeft"),
  nextTab: inChannels("ArrowRight"),
  undo: shortcut("Mod+z"),
  nextRegion: everywhere("F6"),
  previousRegion: everywhere("Shift+F6"),
  togglePanel: shortcut("]"),
  toggleSidebar: shortcut("["),
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

/** What the command does. These texts are loaded after the first screen. */
export const commandLabel = (command: Command): TextKey => `keys.${command}`;

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
