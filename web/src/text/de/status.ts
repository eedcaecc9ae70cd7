/** The dialog for one's own status. */
import type { status as english } from "../en/status.ts";
import type { Translated } from "../translated.ts";

export const status: Translated<typeof english> = {
  title: "Dein Status",
  words: "Statustext",
  placeholder: "Schreibe bis 11:30",
  emoji: "Emoji",
  noEmoji: "Kein Emoji",
  otherEmoji: "Anderes Emoji",
  meeting: "In einer Besprechung",
  focusing: "Konzentriert",
  lunch: "In der Mittagspause",
  commuting: "Unterwegs",
  remote: "Im Homeoffice",
  sick: "Krank",
  away: "Im Urlaub",
  clear: "Status löschen",
  save: "Status setzen",
};
