import { inChinese } from "../../../../kernel/counts.ts";
import type { MoveNotices } from "../english/moves.ts";
import type { Elsewhere, Moved, UnnamedPlace } from "../moves.ts";

const UNNAMED: Readonly<Record<UnnamedPlace, string>> = {
  "private channel": "一个私有频道",
  "other channel": "另一个频道",
  "other topic": "另一个话题",
};

const named = (place: Elsewhere) => (typeof place === "string" ? UNNAMED[place] : ` ${place.link} `);

const messages = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number"
    ? inChinese(moved, { other: " # 条消息" })
    : moved.link === undefined
      ? "一条消息"
      : ` ${moved.link} `;

export const chineseMoves: MoveNotices = {
  movedHere: (who, moved, origin) =>
    moved === "topic"
      ? `${who} 从${named(origin)}将此话题移到了这里。`
      : `${who} 从${named(origin)}将${messages(moved)}移到了这里。`,
  movedAway: (who, moved, destination) =>
    moved === "topic"
      ? `${who} 将此话题移到了${named(destination).trimEnd()}。`
      : `${who} 将${messages(moved)}从此话题移到了${named(destination).trimEnd()}。`,
};
