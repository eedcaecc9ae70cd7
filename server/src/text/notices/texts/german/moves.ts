import { inGerman } from "../../../../kernel/counts.ts";
import type { MoveNotices } from "../english/moves.ts";
import type { Elsewhere, Moved, UnnamedPlace } from "../moves.ts";

const FROM: Readonly<Record<UnnamedPlace, string>> = {
  "private channel": "aus einem privaten Kanal",
  "other channel": "aus einem anderen Kanal",
  "other topic": "aus einem anderen Thema",
};

const TO: Readonly<Record<UnnamedPlace, string>> = {
  "private channel": "in einen privaten Kanal",
  "other channel": "in einen anderen Kanal",
  "other topic": "in ein anderes Thema",
};

const from = (place: Elsewhere) => (typeof place === "string" ? FROM[place] : `von ${place.link}`);
const to = (place: Elsewhere) => (typeof place === "string" ? TO[place] : `nach ${place.link}`);

const messages = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number"
    ? inGerman(moved, { one: "# Nachricht", other: "# Nachrichten" })
    : (moved.link ?? "eine Nachricht");

export const germanMoves: MoveNotices = {
  movedHere: (who, moved, origin) =>
    moved === "topic"
      ? `${who} hat dieses Thema ${from(origin)} hierher verschoben.`
      : `${who} hat ${messages(moved)} ${from(origin)} hierher verschoben.`,
  movedAway: (who, moved, destination) =>
    moved === "topic"
      ? `${who} hat dieses Thema ${to(destination)} verschoben.`
      : `${who} hat ${messages(moved)} aus diesem Thema ${to(destination)} verschoben.`,
};
