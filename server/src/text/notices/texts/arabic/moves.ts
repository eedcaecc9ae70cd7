import { inArabic } from "../../../../kernel/counts.ts";
import type { MoveNotices } from "../english/moves.ts";
import type { Elsewhere, Moved, UnnamedPlace } from "../moves.ts";

const UNNAMED: Readonly<Record<UnnamedPlace, string>> = {
  "private channel": "قناة خاصة",
  "other channel": "قناة أخرى",
  "other topic": "موضوع آخر",
};

const named = (place: Elsewhere) => (typeof place === "string" ? UNNAMED[place] : place.link);

const messages = (moved: Exclude<Moved, "topic">) =>
  typeof moved === "number"
    ? inArabic(moved, {
        zero: "# رسالة",
        one: "رسالة واحدة",
        two: "رسالتين",
        few: "# رسائل",
        many: "# رسالة",
        other: "# رسالة",
      })
    : (moved.link ?? "رسالة");

export const arabicMoves: MoveNotices = {
  movedHere: (who, moved, origin) =>
    moved === "topic"
      ? `نقل ${who} هذا الموضوع إلى هنا من ${named(origin)}.`
      : `نقل ${who} إلى هنا ${messages(moved)} من ${named(origin)}.`,
  movedAway: (who, moved, destination) =>
    moved === "topic"
      ? `نقل ${who} هذا الموضوع إلى ${named(destination)}.`
      : `نقل ${who} من هذا الموضوع ${messages(moved)} إلى ${named(destination)}.`,
};
