/** The English texts, by where they stand. Each is an ICU message; a comment above it tells translators what they cannot see. */
import { actions } from "./actions.ts";
import { address } from "./address.ts";
import { card } from "./card.ts";
import { channels } from "./channels.ts";
import { composer } from "./composer.ts";
import { directory } from "./directory.ts";
import { emoji } from "./emoji.ts";
import { help } from "./help.ts";
import { invite } from "./invite.ts";
import { keys } from "./keys.ts";
import { lists } from "./lists.ts";
import { living } from "./living.ts";
import { log } from "./log.ts";
import { markup } from "./markup.ts";
import { menus } from "./menus.ts";
import { message } from "./message.ts";
import { narrow } from "./narrow.ts";
import { palette } from "./palette.ts";
import { panel } from "./panel.ts";
import { parts } from "./parts.ts";
import { phone } from "./phone.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { sidebar } from "./sidebar.ts";
import { status } from "./status.ts";
import { time } from "./time.ts";
import { viewer } from "./viewer.ts";
import { views } from "./views.ts";
import { widgets } from "./widgets.ts";

export const en = {
  actions,
  address,
  card,
  channels,
  composer,
  directory,
  emoji,
  help,
  invite,
  keys,
  lists,
  living,
  log,
  markup,
  menus,
  message,
  narrow,
  palette,
  panel,
  parts,
  phone,
  search,
  shell,
  sidebar,
  status,
  time,
  viewer,
  views,
  widgets,
};
