/** Notices about moved messages. People and places are already formatted. */

/** What was moved: a whole topic, one message (linked where possible), or a number of messages. */
export type Moved = "topic" | { readonly link?: string } | number;

/** The other place: a link, or only what kind of place it is. */
export type Elsewhere = { readonly link: string } | "private channel" | "other channel" | "other topic";

type Unnamed = Exclude<Elsewhere, { readonly link: string }>;

const named = (place: Elsewhere, unnamed: Readonly<Record<Unnamed, string>>) =>
  typeof place === "string" ? unnamed[place] : place.link;

const ENGLISH: Readonly<Record<Unnamed, string>> = {
  "private channel": "a private channel",
  "other channel": "another channel",
  "other topic": "another topic",
};

export const englishMoves = {
  movedHere: (who: string, moved: Moved, origin: Elsewhere) =>
    moved === "topic"
      ? `${who} moved this topic here from ${named(origin, ENGLISH)}.`
      : `${who} moved ${messages(moved)} here from ${named(origin, ENGLISH)}.`,
  movedAway: (who: string, moved: Moved, destination: Elsewhere) =>
    moved === "topic"
      ? `${who} moved this topic to ${named(destination, ENGLISH)}.`
      : `${who} moved ${messages(moved)} from this topic to ${named(destination, ENGLISH)}.`,
};

export type MoveNotices = typeof englishMoves;

const messages = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number" ? `${moved} messages` : (moved.link ?? "a message");

const VON: Readonly<Record<Unnamed, string>> = {
  "private channel": "von einem privaten Kanal",
  "other channel": "von einem anderen Kanal",
  "other topic": "von einem anderen Thema",
};

const NACH: Readonly<Record<Unnamed, string>> = {
  "private channel": "in einen privaten Kanal",
  "other channel": "in einen anderen Kanal",
  "other topic": "in ein anderes Thema",
};

const von = (place: Elsewhere) => (typeof place === "string" ? VON[place] : `von ${place.link}`);
const nach = (place: Elsewhere) => (typeof place === "string" ? NACH[place] : `nach ${place.link}`);

export const germanMoves: MoveNotices = {
  movedHere: (who, moved, origin) =>
    moved === "topic"
      ? `${who} hat dieses Thema ${von(origin)} hierher verschoben.`
      : `${who} hat ${nachrichten(moved)} ${von(origin)} hierher verschoben.`,
  movedAway: (who, moved, destination) =>
    moved === "topic"
      ? `${who} hat dieses Thema ${nach(destination)} verschoben.`
      : `${who} hat ${nachrichten(moved)} aus diesem Thema ${nach(destination)} verschoben.`,
};

const nachrichten = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number" ? `${moved} Nachrichten` : (moved.link ?? "eine Nachricht");
