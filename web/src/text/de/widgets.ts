/** Polls, to-do lists, and messages that offer answers. */
import type { widgets as english } from "../en/widgets.ts";
import type { Translated } from "../translated.ts";

export const widgets: Translated<typeof english> = {
  votes: "{count, plural, =0 {Keine Stimmen} one {# Stimme} other {# Stimmen}}",
  optionVotes: "{option}, {count, plural, one {# Stimme} other {# Stimmen}}",
  optionVotesWithOwn: "{option}, {count, plural, one {# Stimme, deine} other {# Stimmen, auch deine}}",
  nobodyVoted: "Noch niemand",
  andOthers: "{names} und {count, plural, one {# weitere Person} other {# weitere}}",
  poll: "Umfrage",
  noQuestion: "Noch keine Frage",
  editQuestion: "Frage bearbeiten",
  question: "Frage",
  addOption: "Option hinzufügen",
  option: "Option",
  optionExists: "Diese Option gibt es schon.",
  todo: "Aufgabenliste",
  noTitle: "Aufgaben",
  editTitle: "Titel bearbeiten",
  title: "Titel",
  done: "{done, number} von {count, number} erledigt",
  addTask: "Aufgabe hinzufügen",
  task: "Aufgabe",
  description: "Beschreibung",
  taskExists: "Diese Aufgabe gibt es schon.",
  tooMany: "Die Liste ist voll.",
  add: "Hinzufügen",
  save: "Speichern",
  notChanged: "Nicht geändert. {reason}",
};
