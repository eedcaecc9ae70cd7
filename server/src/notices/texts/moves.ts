/** What the server says where messages were, and where they are now. People and places come written out already. */

/** What was moved: a whole topic, one message (written out where it can be linked), or how many. */
export type Moved = "topic" | { readonly link?: string } | number;

export const englishMoves = {
  movedHere: (who: string, moved: Moved, origin: string) =>
    moved === "topic"
      ? `${who} moved this topic here from ${origin}.`
      : `${who} moved ${messages(moved)} here from ${origin}.`,
  movedAway: (who: string, moved: Moved, destination: string) =>
    moved === "topic"
      ? `${who} moved this topic to ${destination}.`
      : `${who} moved ${messages(moved)} from this topic to ${destination}.`,
};

export type MoveNotices = typeof englishMoves;

const messages = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number" ? `${moved} messages` : (moved.link ?? "a message");

export const germanMoves: MoveNotices = {
  movedHere: (who, moved, origin) =>
    moved === "topic"
      ? `${who} hat dieses Thema von ${origin} hierher verschoben.`
      : `${who} hat ${nachrichten(moved)} von ${origin} hierher verschoben.`,
  movedAway: (who, moved, destination) =>
    moved === "topic"
      ? `${who} hat dieses Thema nach ${destination} verschoben.`
      : `${who} hat ${nachrichten(moved)} aus diesem Thema nach ${destination} verschoben.`,
};

const nachrichten = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number" ? `${moved} Nachrichten` : (moved.link ?? "eine Nachricht");
