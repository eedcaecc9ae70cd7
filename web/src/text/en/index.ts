/** The English texts, by where they stand. Each is an ICU message; a comment above it tells translators what they cannot see. */
import { address } from "./address.ts";
import { composer } from "./composer.ts";
import { keys } from "./keys.ts";
import { lists } from "./lists.ts";
import { log } from "./log.ts";
import { markup } from "./markup.ts";
import { message } from "./message.ts";
import { narrow } from "./narrow.ts";
import { parts } from "./parts.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { time } from "./time.ts";
import { viewer } from "./viewer.ts";
import { views } from "./views.ts";
import { widgets } from "./widgets.ts";

export const en = {
  address,
  composer,
  keys,
  lists,
  log,
  markup,
  message,
  narrow,
  parts,
  search,
  shell,
  time,
  viewer,
  views,
  widgets,
};
