/** Notices about moved messages. People and places are already formatted. */
import { inEnglish } from "../../../../kernel/counts.ts";
import type { Elsewhere, Moved, UnnamedPlace } from "../moves.ts";

const UNNAMED: Readonly<Record<UnnamedPlace, string>> = {
  "private channel": "a private channel",
  "other channel": "another channel",
  "other topic": "another topic",
};

const named = (place: Elsewhere) => (typeof place === "string" ? UNNAMED[place] : place.link);

const messages = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number" ? inEnglish(moved, { one: "# message", other: "# messages" }) : (moved.link ?? "a message");

export const englishMoves = {
  movedHere: (who: string, moved: Moved, origin: Elsewhere) =>
    moved === "topic"
      ? `${who} moved this topic here from ${named(origin)}.`
      : `${who} moved ${messages(moved)} here from ${named(origin)}.`,
  movedAway: (who: string, moved: Moved, destination: Elsewhere) =>
    moved === "topic"
      ? `${who} moved this topic to ${named(destination)}.`
      : `${who} moved ${messages(moved)} from this topic to ${named(destination)}.`,
};

export type MoveNotices = typeof englishMoves;
